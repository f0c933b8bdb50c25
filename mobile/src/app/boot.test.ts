import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const html = readFileSync('index.html', 'utf8');
const script = /<script>([\s\S]*?)<\/script>/.exec(html)![1]!;
const boot = /<div id="root">.*?<\/div><\/div>/.exec(html)![0];
const again = () => document.querySelector('#root > button');

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = boot;
  // As the browser runs it.
  (0, eval)(script);
});
afterEach(() => vi.useRealTimers());

it('a start that does not come to an end offers to begin again, in the language of the browser', () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('vi-VN');
  vi.advanceTimersByTime(29_000);
  expect(again()).toBeNull();
  vi.advanceTimersByTime(1_000);
  expect(again()?.textContent).toBe('Thử lại');
});

it('a start that breaks offers so at once, once', () => {
  window.dispatchEvent(new ErrorEvent('error', { message: 'URI malformed' }));
  expect(again()).not.toBeNull();
  vi.advanceTimersByTime(60_000);
  expect(document.querySelectorAll('#root > button')).toHaveLength(1);
});

it('an app that has started is left alone', () => {
  document.getElementById('root')!.innerHTML = '<main></main>';
  vi.advanceTimersByTime(60_000);
  window.dispatchEvent(new ErrorEvent('error', { message: 'later' }));
  expect(again()).toBeNull();
});

it('a page whose start was lost is loaded anew by the word of the server only', () => {
  vi.useFakeTimers();
  const answers = ['<html>Log in to the Wi-Fi', '{"version":"1"}'];
  const reload = vi.fn();
  class Probe {
    responseText = '';
    onload = () => undefined;
    open() {}
    send() {
      this.responseText = answers.shift()!;
      this.onload();
    }
  }
  let lose: (event: object) => void = () => undefined;
  const globals = { addEventListener: (_: string, listener: typeof lose) => (lose = listener), XMLHttpRequest: Probe, location: { reload }, document: { getElementById: () => null } };
  new Function(...Object.keys(globals), script)(...Object.values(globals));
  lose({ target: { src: '/assets/first.js' } });
  vi.advanceTimersByTime(4_000);
  expect(answers).toHaveLength(1);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
