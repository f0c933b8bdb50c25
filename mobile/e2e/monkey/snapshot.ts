import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Field } from './typed';

/** What a page shows. */
export interface Snapshot {
  place: string;
  /** Nothing at all can be seen, not even that something is on its way. */
  blank: boolean;
  /** The app is on its way, or something on the page. */
  busy: boolean;
  fields: (Field & { focused: boolean })[];
}

/** What the page in front shows now. */
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

/** A page that goes back while it is asked is frozen, and its answer with it: whoever asks waits for so long, and has none. */
export async function within<T>(ms: number, asked: Promise<T>): Promise<T | undefined> {
  const over = new AbortController();
  // What comes after that is nobody's.
  asked.catch(() => undefined);
  try {
    return await Promise.race([asked, wait(ms, undefined, { signal: over.signal })]);
  } finally {
    over.abort();
  }
}

/** Waits until nothing is on its way on the page in front, and nothing has been for some frames; not for longer than told. */
export const rested = (page: Page, mostMs: number): Promise<void> => page.evaluate((mostMs) => new Promise<void>((done) => {
  const end = performance.now() + mostMs;
  let still = 0;
  const see = () => {
    const moving = document.querySelector('#root > .boot, .ion-page-invisible, .ion-page:not(.ion-page-hidden) [aria-busy="true"]');
    still = moving ? 0 : still + 1;
    if (still > 2 || performance.now() > end) done();
    // Not the frames' own clock: a window behind has none.
    else setTimeout(see, 16);
  };
  see();
}), mostMs);

/** Where a finger may come down: on what can be touched in front, of a dialog where one is open. */
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
