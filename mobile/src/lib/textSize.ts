/** What `-apple-system-body` measures where nobody has changed the system's text size. */
const USUAL_PX = 17;

/** Between these every page was seen to hold its words (e2e/screens): the system's largest are three times the usual. */
const LEAST = 0.9;
const MOST = 2;

/**
 * Draws everything in the system's text size on iOS, which tells it to pages by a font alone. Android's web view scales its text
 * by itself, and macOS's body text is smaller.
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
  const scale = parseFloat(getComputedStyle(probe).fontSize) / USUAL_PX;
  probe.remove();
  if (scale > 0) document.documentElement.style.setProperty('--text-scale', String(Math.min(Math.max(scale, LEAST), MOST)));
}
