/** The pauses between attempts: doubled each time, up to the longest. */
const FIRST_MS = 1_000;
const LONGEST_MS = 15_000;

/**
 * A style sheet that a bad line lost is fetched again until it comes: the loader of chunks asks for each one once only, and
 * what it belongs to would stay without its looks.
 */
export function reloadLostStyles(): void {
  const pauses = new Map<string, number>();
  window.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet' || !target.href.includes('/assets/')) return;
      const pause = pauses.get(target.href) ?? FIRST_MS;
      pauses.set(target.href, Math.min(pause * 2, LONGEST_MS));
      setTimeout(() => {
        const again = document.createElement('link');
        again.rel = 'stylesheet';
        again.href = target.href;
        target.parentNode?.replaceChild(again, target);
      }, pause);
    },
    true,
  );
}
