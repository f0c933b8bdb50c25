/**
 * Safari before 11.1 and Chrome before 66 cannot abort a request. The page has one build for all phones, so this stub
 * provides the little that its calls need; on those phones requests run to their end.
 */
if (typeof AbortController === 'undefined') {
  (window as { AbortController?: unknown }).AbortController = class {
    signal = undefined;
    abort(): void {}
  };
}

export {};
