import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Field } from './typed';

/** The visible content of a page. */
export interface Snapshot {
  place: string;
  /** Nothing is visible, not even a loading state. */
  blank: boolean;
  /** The app or a part of the page is loading. */
  busy: boolean;
  fields: (Field & { focused: boolean })[];
}

/** Reads the content of the page in front. */
export const snapshotOf = (page: Page): Promise<Snapshot> => page.evaluate(() => {
  const shown = [...document.querySelectorAll<HTMLElement>('.ion-page:not(.ion-page-hidden):not(.ion-page-invisible)')].pop();
  const root = shown ?? document.getElementById('root') ?? document.body;
  const busy = document.querySelector('#root > .boot') !== null || root.querySelector('[aria-busy="true"]') !== null;
  const place = location.pathname + location.search;
  const fields = [...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input')]
    .filter((field) => /^(textarea|text|tel|search)$/.test(field.type) && field.getClientRects().length > 0)
    .map((field, at) => ({ id: `${place} ${field.name || at}`, value: field.value, focused: field === document.activeElement }));
  return { place, blank: !busy && root.innerText.trim() === '' && root.querySelector('img, svg, iframe, video') === null, busy, fields };
});

/**
 * Waits for a promise, but at most `ms` milliseconds, after which it returns undefined. A page that navigates back
 * during a call is frozen, and the call never settles.
 */
export async function within<T>(ms: number, asked: Promise<T>): Promise<T | undefined> {
  const over = new AbortController();
  // Ignore a later failure.
  asked.catch(() => undefined);
  try {
    return await Promise.race([asked, wait(ms, undefined, { signal: over.signal })]);
  } finally {
    over.abort();
  }
}

/** Waits until nothing on the page in front has been loading for some frames, at most `mostMs`. */
export const rested = (page: Page, mostMs: number): Promise<void> => page.evaluate((mostMs) => new Promise<void>((done) => {
  const end = performance.now() + mostMs;
  let still = 0;
  const see = () => {
    const moving = document.querySelector('#root > .boot, .ion-page-invisible, .ion-page:not(.ion-page-hidden) [aria-busy="true"]');
    still = moving ? 0 : still + 1;
    if (still > 2 || performance.now() > end) done();
    // Not requestAnimationFrame, because it does not run in a background window.
    else setTimeout(see, 16);
  };
  see();
}), mostMs);

/** The positions that can be touched in front, or in a dialog if one is open. */
export const targets = (page: Page, kind: 'tap' | 'type' | 'tab'): Promise<{ x: number; y: number; name: string }[]> => page.evaluate((kind) => {
  const front = [...document.querySelectorAll<HTMLElement>('.ion-page:not(.ion-page-hidden):not(.ion-page-invisible)')].pop();
  const dialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]')].filter((one) => one.getClientRects().length > 0).pop();
  const part = dialog ?? front ?? document.body;
  const wanted = {
    tap: 'button, a[href^="/"], [role="option"], [role="radio"], [role="checkbox"], [role="switch"], label, summary',
    type: 'textarea, input:not([type]), input[type="text"], input[type="tel"], input[type="search"], input[type="range"]',
    tab: 'nav button',
  }[kind];
  return [...part.querySelectorAll<HTMLElement>(wanted)].flatMap((element) => {
    if (element.matches(':disabled, [aria-disabled="true"]')) return [];
    const box = element.getBoundingClientRect();
    if (box.width < 4 || box.height < 4) return [];
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const hit = document.elementFromPoint(x, y);
    if (!hit || !(element.contains(hit) || hit.contains(element))) return [];
    return [{ x, y, name: (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40) || element.tagName }];
  });
}, kind);
