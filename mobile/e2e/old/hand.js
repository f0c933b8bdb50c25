// Runs inside the page, also in the oldest browsers: finds elements by their visible text.
window.__hand = window.__hand || (function () {
  var tidy = function (text) {
    return (text || '').replace(/\s+/g, ' ').trim();
  };
  var shown = function (element) {
    return element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden' && !element.closest('[aria-hidden="true"]');
  };
  var name = function (element) {
    var by = element.getAttribute('aria-labelledby');
    if (element.getAttribute('aria-label')) return tidy(element.getAttribute('aria-label'));
    if (by) return tidy(by.split(' ').map(function (id) { return (document.getElementById(id) || {}).textContent; }).join(' '));
    if (element.labels && element.labels.length) return tidy(element.labels[0].textContent);
    return tidy(element.innerText || element.textContent);
  };
  /** The labels of a field. Its accessible name may also contain the chosen value. */
  var labels = function (element) {
    return Array.from(element.labels || []).map(function (label) { return tidy(label.textContent); });
  };
  var fits = function (words, wanted) {
    return wanted.indexOf('/') === 0 ? new RegExp(wanted.slice(1, -1)).test(words) : words === wanted;
  };
  var front = function () {
    var dialogs = Array.from(document.querySelectorAll('[role="dialog"], [role="alertdialog"]')).filter(shown);
    var pages = document.querySelectorAll('.ion-page:not(.ion-page-hidden):not(.ion-page-invisible)');
    return dialogs[dialogs.length - 1] || pages[pages.length - 1] || document.body;
  };
  var selectors = {
    button: 'button, a, [role="button"]',
    option: '[role="option"]',
    field: 'input, textarea, select, button',
    text: 'p, span, h1, h2, h3, div, dt, dd, li, label',
    choice: 'label',
  };
  /** The first element of a kind in front with this name; null while there is none. */
  var find = function (kind, wanted, nth) {
    var found = Array.from(front().querySelectorAll(selectors[kind])).filter(function (element) {
      // A field's own label counts, even if the browser draws something over it.
      if (kind === 'field') return [name(element)].concat(labels(element)).some(function (words) { return fits(words, wanted); });
      return fits(name(element), wanted) && shown(element);
    });
    if (kind === 'text') found = found.filter(function (element) { return !found.some(function (other) { return other !== element && element.contains(other); }); });
    return found[nth === undefined ? 0 : nth < 0 ? found.length + nth : nth] || null;
  };
  /** Where to tap an element, or why it cannot be tapped yet. */
  var place = function (element) {
    if (!element) return 'not there';
    if (element.disabled) return 'disabled';
    if (document.querySelector('.ion-page.ion-page-invisible, .ion-page[style*="transform"]')) return 'pages are moving';
    element.scrollIntoView({ block: 'center' });
    var box = element.getBoundingClientRect();
    var x = box.left + Math.min(box.width / 2, 60);
    var y = box.top + box.height / 2;
    // A consent label contains links, so tap its checkbox at the beginning.
    if (element.tagName === 'LABEL' && element.querySelector('a')) {
      x = box.left + 10;
      y = box.top + 12;
    }
    var top = document.elementFromPoint(x, y);
    // Fields may be covered by their frame, and choices by their label.
    if (!top || !(element.contains(top) || top.contains(element) || (top.closest('label') || {}).control === element)) return 'covered by ' + (top && (top.outerHTML || '').slice(0, 120));
    return { x: x, y: y };
  };
  /** Sets a value like a native picker. */
  var set = function (element, value) {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(element, value);
    element.dispatchEvent(new Event('input', { bubbles: true }));
    element.dispatchEvent(new Event('change', { bubbles: true }));
  };
  // Until the first page is rendered, the app is still loading.
  var coming = function () { return document.getElementById('root') && !document.querySelector('#root .ion-page') ? 1 : 0; };
  var busy = function () { return coming() + front().querySelectorAll('[aria-busy="true"]').length; };
  /** Nothing is loading and no message covers the page. */
  var finished = function () {
    return !coming() && !Array.from(document.querySelectorAll('[aria-busy="true"]')).some(shown) && !document.querySelector('.ion-page-invisible, [role="status"][aria-live="polite"] > *');
  };
  return { find: find, place: place, set: set, front: front, busy: busy, finished: finished };
})();
