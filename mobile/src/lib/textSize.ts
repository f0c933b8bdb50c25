/** The size of `-apple-system-body` in pixels at the system's default text size. */
const DEFAULT_PX = 17;

/**
 * The range in which every page was verified to fit its text (e2e/screens). The system's largest sizes are three times
 * the default.
 */
const MIN_SCALE = 0.9;
const MAX_SCALE = 2;

/**
 * Scales everything to the system's text size on iOS, which exposes it to pages only through a font. Android's web view
 * scales text itself, and macOS's body text is smaller.
 */
export function followTextSize(): void {
  if (navigator.maxTouchPoints === 0 || !CSS.supports('font', '-apple-system-body')) return;
  measure();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') measure();
  });
}

function measure(): void {
  const probe = document.createElement('span');
  probe.style.font = '-apple-system-body';
  document.body.appendChild(probe);
  const scale = parseFloat(getComputedStyle(probe).fontSize) / DEFAULT_PX;
  probe.remove();
  if (scale > 0) document.documentElement.style.setProperty('--text-scale', String(Math.min(Math.max(scale, MIN_SCALE), MAX_SCALE)));
}
