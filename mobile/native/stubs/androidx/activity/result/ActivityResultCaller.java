package androidx.activity.result;

public interface ActivityResultCaller {}
