/**
 * Safari before 11.1 and Chrome before 66 cannot abort a request. The page has one build for every phone, so it brings the
 * little that its calls need: without it they run to their own end.
 */
if (typeof AbortController === 'undefined') {
  (window as { AbortController?: unknown }).AbortController = class {
    signal = undefined;
    abort(): void {}
  };
}

export {};
