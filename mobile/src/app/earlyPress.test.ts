import { afterEach, expect, it, vi } from 'vitest';
import { dropEarlyPresses } from './earlyPress';

dropEarlyPresses();
document.body.innerHTML = '<ion-router-outlet><div class="ion-page"><button id="back"></button><nav><button id="tab"></button></nav></div></ion-router-outlet><button id="over"></button>';
const button = (id: string) => document.getElementById(id)!;

afterEach(() => vi.restoreAllMocks());

/** A finger goes down on a button at a time, a page arrives, and the finger is lifted; says whether that was a press. */
function press(id: string, { down, came, kind = 'touchstart', told = down }: { down: number; came: number; kind?: string; told?: number }) {
  const heard = vi.fn();
  const clock = vi.spyOn(performance, 'now');
  const at = (event: Event, time: number) => {
    Object.defineProperty(event, 'timeStamp', { value: time });
    return event;
  };
  const tell = (event: Event) => button(id).dispatchEvent(event);
  // What came first is heard first; a busy phone hears of the finger late.
  clock.mockReturnValue(came);
  button(id).dispatchEvent(new CustomEvent('ionViewDidEnter', { bubbles: true }));
  clock.mockReturnValue(Math.max(down, came) + 10);
  tell(at(new Event(kind, { bubbles: true }), told));
  clock.mockReturnValue(Math.max(down, came) + 80);
  if (kind === 'touchstart') tell(at(new MouseEvent('mousedown', { bubbles: true }), Math.max(down, came) + 80));
  button(id).addEventListener('click', heard, { once: true });
  tell(new MouseEvent('click', { bubbles: true, detail: 1 }));
  button(id).removeEventListener('click', heard);
  return heard.mock.calls.length;
}

it.each(['touchstart', 'mousedown'])('a press that began (%s) before its page was there is none, one that began after is', (kind) => {
  const now = kind === 'touchstart' ? 1000 : 9000;
  expect(press('back', { down: now, came: now + 40, kind })).toBe(0);
  expect(press('back', { down: now + 100, came: now + 60, kind })).toBe(1);
});

it('counts on the tabs, which are the same on each page, and on what lies over the page', () => {
  expect(press('tab', { down: 20_000, came: 20_040 })).toBe(1);
  expect(press('over', { down: 21_000, came: 21_040 })).toBe(1);
});

it('counts by a key, and on a phone whose touches have another clock', () => {
  expect(press('back', { down: 30_000, came: 30_040, told: 5 })).toBe(1);
  expect(press('back', { down: 31_000, came: 31_040, told: 1_700_000_000_000 })).toBe(1);
  const heard = vi.fn();
  button('back').addEventListener('click', heard);
  button('back').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
  expect(heard).toHaveBeenCalledTimes(1);
});

it('counts by a screen reader, which tells of no finger, whatever was pressed before', () => {
  expect(press('back', { down: 40_100, came: 40_060 })).toBe(1);
  vi.spyOn(performance, 'now').mockReturnValue(50_000);
  button('back').dispatchEvent(new CustomEvent('ionViewDidEnter', { bubbles: true }));
  const heard = vi.fn();
  button('back').addEventListener('click', heard, { once: true });
  button('back').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  expect(heard).toHaveBeenCalledTimes(1);
});
