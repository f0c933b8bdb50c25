import { expect, it, vi } from 'vitest';
import { reloadLostStyles } from './lostStyle';

it('puts a lost style sheet up again, with longer and longer pauses', () => {
  vi.useFakeTimers();
  reloadLostStyles();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = '/assets/Page-abcdefgh.css';
  document.head.appendChild(link);
  const shown = () => document.head.querySelector('link[href$="Page-abcdefgh.css"]')!;
  let before = shown();
  for (const pause of [1000, 2000, 4000, 8000, 15_000, 15_000]) {
    before.dispatchEvent(new Event('error'));
    vi.advanceTimersByTime(pause - 1);
    expect(shown()).toBe(before);
    vi.advanceTimersByTime(1);
    expect(shown()).not.toBe(before);
    expect(document.head.querySelectorAll('link[href$="Page-abcdefgh.css"]')).toHaveLength(1);
    before = shown();
  }
  const foreign = document.createElement('link');
  foreign.rel = 'stylesheet';
  foreign.href = 'https://chat.example/chat.css';
  document.head.appendChild(foreign);
  foreign.dispatchEvent(new Event('error'));
  vi.runAllTimers();
  expect(document.head.contains(foreign)).toBe(true);
  vi.useRealTimers();
});
