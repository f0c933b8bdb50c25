declare module 'intl-pluralrules';
declare module 'abortcontroller-polyfill/dist/polyfill-patch-fetch';
declare module 'web-animations-js/web-animations.min.js';
declare module 'intersection-observer';
