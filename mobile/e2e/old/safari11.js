// Removes the APIs that Safari 11 lacks from a Chromium of 2018, before any script of the page runs.
(function () {
  var drop = function (object, names) {
    names.split(' ').forEach(function (name) {
      if (object && name in object) delete object[name];
    });
  };
  drop(window, 'IntersectionObserver IntersectionObserverEntry ResizeObserver AbortController AbortSignal requestIdleCallback cancelIdleCallback ' +
    'Animation AnimationEffect AnimationEffectReadOnly AnimationPlaybackEvent KeyframeEffect KeyframeEffectReadOnly PaymentRequest OffscreenCanvas ' +
    'createImageBitmap ImageBitmap BroadcastChannel queueMicrotask BigInt visualViewport ReportingObserver BudgetService TouchEvent PointerEvent VisualViewport');
  drop(Element.prototype, 'animate getAnimations toggleAttribute computedStyleMap attributeStyleMap scroll scrollTo scrollBy');
  drop(HTMLElement.prototype, 'attributeStyleMap onpointerdown onpointerup');
  drop(HTMLSlotElement.prototype, 'assignedElements');
  drop(Promise.prototype, 'finally');
  drop(Promise, 'allSettled any');
  drop(Array.prototype, 'flat flatMap flatten');
  drop(Object, 'fromEntries');
  drop(String.prototype, 'matchAll trimStart trimEnd replaceAll at');
  drop(Intl, 'PluralRules RelativeTimeFormat ListFormat DisplayNames Segmenter');
  drop(Intl.DateTimeFormat.prototype, 'formatToParts formatRange');
  drop(Intl.NumberFormat.prototype, 'formatToParts');
  drop(Navigator.prototype, 'share vibrate connection permissions storage clipboard getBattery userActivation deviceMemory locks');
  drop(Blob.prototype, 'text arrayBuffer stream');
  drop(HTMLCanvasElement.prototype, 'transferControlToOffscreen');
  drop(Node.prototype, 'getRootNodeOptions');
  drop(Symbol, 'asyncIterator matchAll');
  drop(CSS, 'px number registerProperty paintWorklet');
  // Smooth scrolling came with Safari 15.4, so scroll options are not supported.
  Object.defineProperty(CSSStyleDeclaration.prototype, 'scrollBehavior', { get: function () { return undefined; }, configurable: true });
  Object.defineProperty(Navigator.prototype, 'platform', { get: function () { return 'iPhone'; }, configurable: true });
  Object.defineProperty(Navigator.prototype, 'vendor', { get: function () { return 'Apple Computer, Inc.'; }, configurable: true });
})();
