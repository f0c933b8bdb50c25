import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { locales } from '@/i18n';

const html = readFileSync('index.html', 'utf8');
const script = /<script>([\s\S]*?)<\/script>/.exec(html)![1]!;
const boot = /<div id="root">[\s\S]*<\/div>(?=\s*<noscript>)/.exec(html)![0];
const waiting = () => document.querySelector('#root > .boot > p')!.textContent;
const again = () => document.querySelectorAll('#root > .boot > button');
const served = (tag: string) => {
  document.documentElement.lang = tag;
  document.body.insertAdjacentHTML('beforeend', `<script type="application/json" id="boot">{}</script>`);
};

beforeEach(() => {
  vi.useFakeTimers();
  document.documentElement.className = '';
  document.body.innerHTML = boot;
  // Runs as a script, as in the browser.
  (0, eval)(script);
});
afterEach(() => vi.useRealTimers());

it.each(['vi', 'en', 'th', 'cn'] as const)('a slow start shows the loading message and a retry button in the language of the page (%s)', async (language) => {
  served(locales[language]);
  const { default: texts } = (await import(`../i18n/${language}/common.ts`)) as { default: { loadingLong: string; action: { retry: string } } };
  vi.advanceTimersByTime(7_000);
  expect(waiting()).toBe('');
  vi.advanceTimersByTime(1_000);
  expect(waiting()).toBe(texts.loadingLong);
  vi.advanceTimersByTime(52_000);
  expect(again()[0]?.textContent).toBe(texts.action.retry);
});

it('the status message is outside aria-busy, so that screen readers announce it', () => {
  expect(document.querySelector('#root [role="status"]')!.closest('[aria-busy]')).toBeNull();
  expect(document.querySelectorAll('#root [aria-busy="true"]').length).toBeGreaterThan(0);
});

it('a start that does not finish within a minute shows a retry button, by default in the language of the phone', () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('vi-VN');
  vi.advanceTimersByTime(59_000);
  expect(again()).toHaveLength(0);
  vi.advanceTimersByTime(1_000);
  expect(again()[0]?.textContent).toBe('Thử lại');
});

it('a start that throws shows one retry button immediately', () => {
  window.dispatchEvent(new ErrorEvent('error', { message: 'URI malformed' }));
  expect(again()).toHaveLength(1);
  vi.advanceTimersByTime(90_000);
  expect(again()).toHaveLength(1);
});

it.each([
  ['/', true], ['/m', true], ['/m/home', true], ['/m/home/mine', true], ['/m/home/', true],
  ['/m/login', false], ['/m/loan/list', false], ['/403', false], ['/m/homes', false],
])('the boot page of %s has the placeholder of the tab bar: %s', (path, tabbed) => {
  history.replaceState(null, '', path);
  document.documentElement.className = 'md';
  (0, eval)(script);
  expect(document.documentElement.className).toBe(tabbed ? 'md tabbed' : 'md');
});

it('index.html has each placeholder that the server fills in exactly once (door/pages/boot.go)', () => {
  for (const place of ['<html lang="vi">', '<title>Loan Market</title>', '<b></b>', '<noscript>']) expect(html.split(place)).toHaveLength(2);
});

it('the boot script does not change an app that has started', () => {
  document.getElementById('root')!.innerHTML = '<main></main>';
  vi.advanceTimersByTime(60_000);
  window.dispatchEvent(new ErrorEvent('error', { message: 'later' }));
  expect(document.getElementById('root')!.innerHTML).toBe('<main></main>');
});

it('a page whose first script failed to load reloads only once the server responds', () => {
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
