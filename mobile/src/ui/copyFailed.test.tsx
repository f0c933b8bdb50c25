import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CopyRow } from './CopyRow';
import { toastList } from './overlay/toasts';
import { renderInVietnam } from '@/test/render';

it.each<[string, () => boolean]>([
  ['refuses', () => false],
  ['throws', () => { throw new Error('not supported'); }],
])('says that nothing was copied where the browser %s, and leaves nothing in the page', async (_, execCommand) => {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  document.execCommand = execCommand;
  toastList.current().forEach(({ id }) => toastList.remove(id));
  await renderInVietnam(<CopyRow track="copyMemo" label="Nội dung" value="LM42" />);
  await act(async () => screen.getByRole('button').click());
  expect(toastList.current().map(({ message }) => message)).toEqual(['Chưa sao chép được. Hãy thử lại, hoặc tự ghi lại.']);
  expect(document.querySelector('textarea')).toBeNull();
});
