// Polyfills for what Safari 11 and Chrome 60 lack besides the language itself. This is the first import of the legacy
// entry, so that it is part of the bundle and transpiled like the rest.
import 'intl-pluralrules';
import 'abortcontroller-polyfill/dist/polyfill-patch-fetch';
import 'intersection-observer';
import './resizeObserver';
import './dom';
import './animations';
