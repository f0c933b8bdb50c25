import { expect, it, vi } from 'vitest';
import { noteStarted } from './started';

it('ends what a file leaves behind, and frames are drawn for the next', async () => {
  const left = vi.fn();
  const end = noteStarted();
  requestAnimationFrame(left);
  setTimeout(left);
  setInterval(left);
  end();
  await new Promise(requestAnimationFrame);
  expect(left).not.toHaveBeenCalled();
});
