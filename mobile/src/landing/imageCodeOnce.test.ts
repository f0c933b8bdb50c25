import { fireEvent } from '@testing-library/dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

vi.mock('./page', () => ({
  $: (id: string) => document.getElementById(id),
  say: (key: string) => key,
  showFieldError: () => undefined,
  showTyped: (input: HTMLInputElement, taken: string) => (input.value = taken),
}));
const { imagePopup } = await import('./imagePopup');

const go = () => document.getElementById('image-go') as HTMLButtonElement;
const submit = () => fireEvent.submit(document.getElementById('image-form')!);
const type = () => fireEvent.input(document.getElementById('image-code')!, { target: { value: 'a7Kq' } });

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `<div id="image-popup" hidden><form id="image-form"><button type="button" id="picture"><img id="image" /><span id="image-failed"></span></button><input id="image-code" /><button id="image-go" type="submit"></button></form></div>`;
});
afterEach(() => void vi.useRealTimers());

it('a picture code is sent once, however long the response takes, and another one afterwards', async () => {
  let answer = () => undefined as void;
  const sent = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
  const popup = imagePopup(sent, () => undefined);
  popup.show('0912345678', '');
  type();
  submit();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(go().disabled).toBe(true);
  submit();
  expect(sent).toHaveBeenCalledTimes(1);
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(go().disabled).toBe(false);
  submit();
  expect(sent).toHaveBeenCalledTimes(2);
  // Opened again for another number while that code is on its way.
  await vi.advanceTimersByTimeAsync(1_000);
  popup.show('0912345679', '');
  type();
  expect(go().disabled).toBe(false);
});
