import { expect, it, vi } from 'vitest';
import { dropEarlyPresses } from './earlyPress';

dropEarlyPresses();
const page = (id: string) => `<div class="ion-page"><button data-track="back" id="${id}-back"></button><button id="${id}"></button><button data-track="save" id="${id}-save"></button><nav><button data-track="homeTab" id="${id}-tab"></button></nav></div>`;
document.body.innerHTML = `<ion-router-outlet>${page('old')}${page('new')}</ion-router-outlet><div role="dialog"><button id="over"></button><button data-track="readOn" id="read"></button><button data-track="readOn" id="read-again"></button><button data-track="agree" id="agree"></button><p id="words"></p></div>`;
const find = (id: string) => document.getElementById(id) ?? document.querySelector('ion-router-outlet')!;

let now = 0;
function dispatch(event: Event, id: string, later: number): void {
  now += later;
  Object.defineProperty(event, 'timeStamp', { value: now });
  find(id).dispatchEvent(event);
}

/** A touch event at a position. */
const finger = (kind: string, x = 10) => Object.assign(new Event(kind, { bubbles: true }), { touches: [{ clientX: x, clientY: 5 }], changedTouches: [{ clientX: x, clientY: 5 }] });

/** Whether a press counts that begins on one element and ends on another. */
function press(from: string | null, to: string, kind = 'touchstart'): boolean {
  const heard = vi.fn();
  find(to).addEventListener('click', heard, { once: true });
  if (from !== null) dispatch(kind === 'touchstart' ? finger(kind) : new Event(kind, { bubbles: true }), from, 2000);
  if (kind === 'touchstart' && from !== null) dispatch(finger('touchend'), from, 60);
  // After a touch, browsers dispatch mouse events at the position of the finger.
  if (kind === 'touchstart' && from !== null) dispatch(new MouseEvent('mousedown', { bubbles: true }), to, 80);
  dispatch(new MouseEvent('click', { bubbles: true, detail: 1 }), to, 1);
  find(to).removeEventListener('click', heard);
  return heard.mock.calls.length === 1;
}

it.each(['touchstart', 'mousedown'])('a press counts only on the page on which it began (%s)', (kind) => {
  expect(press('new', 'new', kind)).toBe(true);
  expect(press('old', 'new', kind)).toBe(false);
  expect(press('the outlet, whose pages slide', 'new', kind)).toBe(false);
  expect(press('over', 'new', kind), 'the press began on an overlay that has closed').toBe(false);
  expect(press('new', 'new', kind)).toBe(true);
});

it('a press that began on another page counts on tabs and on overlays', () => {
  expect(press('old-tab', 'new-tab')).toBe(true);
  expect(press('old', 'over')).toBe(true);
});

it('a click by keyboard or screen reader counts regardless of earlier touches', () => {
  expect(press('old', 'old')).toBe(true);
  expect(press(null, 'new')).toBe(true);
  dispatch(finger('touchstart'), 'old', 2000);
  const heard = vi.fn();
  find('new').addEventListener('click', heard, { once: true });
  dispatch(new MouseEvent('click', { bubbles: true, detail: 0 }), 'new', 1);
  expect(heard).toHaveBeenCalledTimes(1);
});

it('a mouse click counts immediately after a swipe back', () => {
  dispatch(finger('touchstart'), 'old', 2000);
  dispatch(finger('touchend', 300), 'old', 100);
  const heard = vi.fn();
  find('new').addEventListener('click', heard, { once: true });
  dispatch(new MouseEvent('mousedown', { bubbles: true }), 'new', 200);
  dispatch(new MouseEvent('click', { bubbles: true, detail: 1 }), 'new', 20);
  expect(heard).toHaveBeenCalledTimes(1);
});

/** A tap at a position, `later` milliseconds after the previous one. Returns whether it counts. */
function tap(id: string, later: number, x = 10): boolean {
  const heard = vi.fn();
  find(id).addEventListener('click', heard, { once: true });
  dispatch(finger('touchstart', x), id, later);
  dispatch(finger('touchend', x), id, 60);
  dispatch(new MouseEvent('mousedown', { bubbles: true }), id, 1);
  dispatch(new MouseEvent('click', { bubbles: true, detail: 1 }), id, 1);
  find(id).removeEventListener('click', heard);
  return heard.mock.calls.length === 1;
}

it.each([
  ['a button of an overlay that closes', 'agree', 'new-save'],
  ['a button of the previous page', 'old', 'new'],
  ['a button with the same name on the previous page', 'old-save', 'new-save'],
  ['a button that another one replaces', 'read', 'agree'],
  ['a button that opens an overlay', 'new', 'agree'],
])('after a tap on %s, a quick second and third tap on the new element are dropped', (_, first, second) => {
  expect(tap(first, 5000)).toBe(true);
  expect(tap(second, 430)).toBe(false);
  expect(tap(second, 430)).toBe(false);
  expect(tap(second, 600), 'a tap after the double-tap time').toBe(true);
});

it.each([
  ['on the same element', 'read', 'read', 10],
  ['on a new element with the same name', 'read', 'read-again', 10],
  ['at another position', 'agree', 'new-save', 60],
  ['after a tap on plain text', 'words', 'agree', 10],
  ['on tabs', 'old-tab', 'new-tab', 10],
  ['on the back buttons of two pages', 'old-back', 'new-back', 10],
])('a quick second tap counts %s', (_, first, second, x) => {
  expect(tap(first, 5000)).toBe(true);
  expect(tap(second, 200, x)).toBe(true);
});

/** A mouse click; `detail` is its number among the clicks at that position. Returns whether it counts. */
function click(id: string, detail: number): boolean {
  const heard = vi.fn();
  find(id).addEventListener('click', heard, { once: true });
  dispatch(new MouseEvent('mousedown', { bubbles: true, detail }), id, detail > 1 ? 100 : 5000);
  dispatch(new MouseEvent('mouseup', { bubbles: true, detail }), id, 60);
  dispatch(new MouseEvent('click', { bubbles: true, detail }), id, 1);
  find(id).removeEventListener('click', heard);
  return heard.mock.calls.length === 1;
}

it('the second and third click of a double click are dropped on an element that the first click brought there', () => {
  expect(click('agree', 1)).toBe(true);
  expect(click('new-save', 2)).toBe(false);
  expect(click('new-save', 3)).toBe(false);
  expect(click('new-save', 1)).toBe(true);
  expect(click('new-save', 2)).toBe(true);
});

it('the mouse events that a browser dispatches after a tap do not count as another press', () => {
  expect(tap('agree', 5000)).toBe(true);
  dispatch(new MouseEvent('mouseup', { bubbles: true, clientX: 400, clientY: 5 }), 'agree', 1);
  expect(tap('new-save', 200)).toBe(false);
});
