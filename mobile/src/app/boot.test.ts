import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';

const [, script] = /<script>([\s\S]*?)<\/script>/.exec(readFileSync('index.html', 'utf8'))!;

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
  new Function(...Object.keys(globals), script!)(...Object.values(globals));
  lose({ target: { src: '/assets/first.js' } });
  vi.advanceTimersByTime(4_000);
  expect(answers).toHaveLength(1);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
