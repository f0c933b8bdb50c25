package androidx.activity;

public class OnBackPressedDispatcher { public void addCallback(Object owner, OnBackPressedCallback callback) {} public void onBackPressed() {} }
