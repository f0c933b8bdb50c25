// What Safari 11 and Chrome 60 lack beside the language itself. The first import of the legacy entry: as part of the bundle
// it is transpiled like everything else.
import 'intl-pluralrules';
import 'abortcontroller-polyfill/dist/polyfill-patch-fetch';
import 'intersection-observer';
import './resizeObserver';
import './dom';
import './animations';
