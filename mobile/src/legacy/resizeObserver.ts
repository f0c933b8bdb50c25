import ResizeObserver from 'resize-observer-polyfill';

if (!('ResizeObserver' in window)) Object.assign(window, { ResizeObserver });
