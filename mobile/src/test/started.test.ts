import { expect, it, vi } from 'vitest';
import { noteStarted } from './started';

it('cancels the timers and frames that a test file has left, and later frames still run', async () => {
  const left = vi.fn();
  const end = noteStarted();
  requestAnimationFrame(left);
  setTimeout(left);
  setInterval(left);
  end();
  await new Promise(requestAnimationFrame);
  expect(left).not.toHaveBeenCalled();
});
