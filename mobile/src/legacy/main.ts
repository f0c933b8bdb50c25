import './polyfills';
import '../main';
