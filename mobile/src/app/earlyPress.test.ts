import { expect, it, vi } from 'vitest';
import { dropEarlyPresses } from './earlyPress';

dropEarlyPresses();
const page = (id: string) => `<div class="ion-page"><button data-track="back" id="${id}-back"></button><button id="${id}"></button><button data-track="save" id="${id}-save"></button><nav><button data-track="homeTab" id="${id}-tab"></button></nav></div>`;
document.body.innerHTML = `<ion-router-outlet>${page('old')}${page('new')}</ion-router-outlet><div role="dialog"><button id="over"></button><button data-track="readOn" id="read"></button><button data-track="readOn" id="read-again"></button><button data-track="agree" id="agree"></button><p id="words"></p></div>`;
const find = (id: string) => document.getElementById(id) ?? document.querySelector('ion-router-outlet')!;

let now = 0;
function tell(event: Event, id: string, later: number): void {
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
  if (from !== null) tell(kind === 'touchstart' ? finger(kind) : new Event(kind, { bubbles: true }), from, 2000);
  if (kind === 'touchstart' && from !== null) tell(finger('touchend'), from, 60);
  // After a touch, browsers dispatch mouse events at the position of the finger.
  if (kind === 'touchstart' && from !== null) tell(new MouseEvent('mousedown', { bubbles: true }), to, 80);
  tell(new MouseEvent('click', { bubbles: true, detail: 1 }), to, 1);
  find(to).removeEventListener('click', heard);
  return heard.mock.calls.length === 1;
}

it.each(['touchstart', 'mousedown'])('a press counts on the page on which it began (%s), and on no other', (kind) => {
  expect(press('new', 'new', kind)).toBe(true);
  expect(press('old', 'new', kind)).toBe(false);
  expect(press('the outlet, whose pages slide', 'new', kind)).toBe(false);
  expect(press('over', 'new', kind), 'what lay over the page is gone').toBe(false);
  expect(press('new', 'new', kind)).toBe(true);
});

it('counts on the tabs, which are the same on each page, and on what lies over the page', () => {
  expect(press('old-tab', 'new-tab')).toBe(true);
  expect(press('old', 'over')).toBe(true);
});

it('counts by a key and by a screen reader, which tells of no finger, whatever was pressed before', () => {
  expect(press('old', 'old')).toBe(true);
  expect(press(null, 'new')).toBe(true);
  tell(finger('touchstart'), 'old', 2000);
  const heard = vi.fn();
  find('new').addEventListener('click', heard, { once: true });
  tell(new MouseEvent('click', { bubbles: true, detail: 0 }), 'new', 1);
  expect(heard).toHaveBeenCalledTimes(1);
});

it('counts right after a finger that went on to lead back', () => {
  tell(finger('touchstart'), 'old', 2000);
  tell(finger('touchend', 300), 'old', 100);
  const heard = vi.fn();
  find('new').addEventListener('click', heard, { once: true });
  tell(new MouseEvent('mousedown', { bubbles: true }), 'new', 200);
  tell(new MouseEvent('click', { bubbles: true, detail: 1 }), 'new', 20);
  expect(heard).toHaveBeenCalledTimes(1);
});

/** A tap at a position, `later` milliseconds after the previous one. Returns whether it counts. */
function tap(id: string, later: number, x = 10): boolean {
  const heard = vi.fn();
  find(id).addEventListener('click', heard, { once: true });
  tell(finger('touchstart', x), id, later);
  tell(finger('touchend', x), id, 60);
  tell(new MouseEvent('mousedown', { bubbles: true }), id, 1);
  tell(new MouseEvent('click', { bubbles: true, detail: 1 }), id, 1);
  find(id).removeEventListener('click', heard);
  return heard.mock.calls.length === 1;
}

it.each([
  ['what closed over it', 'agree', 'new-save'],
  ['the page before', 'old', 'new'],
  ['the page before, where the button of that name saves another form', 'old-save', 'new-save'],
  ['what turned into it', 'read', 'agree'],
  ['what opened it', 'new', 'agree'],
])('the second tap of two on %s is none, and no third one', (_, first, second) => {
  expect(tap(first, 5000)).toBe(true);
  expect(tap(second, 430)).toBe(false);
  expect(tap(second, 430)).toBe(false);
  expect(tap(second, 600), 'it has been read').toBe(true);
});

it.each([
  ['on the same thing', 'read', 'read', 10],
  ['on a thing of the same name in its place', 'read', 'read-again', 10],
  ['elsewhere', 'agree', 'new-save', 60],
  ['where nothing was pressed before', 'words', 'agree', 10],
  ['on the tabs', 'old-tab', 'new-tab', 10],
  ['back, and back again', 'old-back', 'new-back', 10],
])('a quick tap counts %s', (_, first, second, x) => {
  expect(tap(first, 5000)).toBe(true);
  expect(tap(second, 200, x)).toBe(true);
});

/** A mouse click; `detail` is its number among the clicks at that position. Returns whether it counts. */
function click(id: string, detail: number): boolean {
  const heard = vi.fn();
  find(id).addEventListener('click', heard, { once: true });
  tell(new MouseEvent('mousedown', { bubbles: true, detail }), id, detail > 1 ? 100 : 5000);
  tell(new MouseEvent('mouseup', { bubbles: true, detail }), id, 60);
  tell(new MouseEvent('click', { bubbles: true, detail }), id, 1);
  find(id).removeEventListener('click', heard);
  return heard.mock.calls.length === 1;
}

it('the second click of two is none where the first has brought something else there, and no third one', () => {
  expect(click('agree', 1)).toBe(true);
  expect(click('new-save', 2)).toBe(false);
  expect(click('new-save', 3)).toBe(false);
  expect(click('new-save', 1)).toBe(true);
  expect(click('new-save', 2)).toBe(true);
});

it('what a browser tells of a mouse after a tap is no click of its own', () => {
  expect(tap('agree', 5000)).toBe(true);
  tell(new MouseEvent('mouseup', { bubbles: true, clientX: 400, clientY: 5 }), 'agree', 1);
  expect(tap('new-save', 200)).toBe(false);
});
