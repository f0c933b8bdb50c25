import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ImageCodeSheet } from './ImageCodeSheet';
import type { CodeStage } from '@/lib/login/codeStage';
import { renderInVietnam } from '@/test/render';

const first: CodeStage = { at: 'image', round: 0, words: '' };

async function show() {
  const onCode = vi.fn();
  const element = (stage: CodeStage) => <ImageCodeSheet stage={stage} phone="0912345678" onCode={onCode} onClose={() => undefined} />;
  const view = await renderInVietnam(element(first), 'login');
  return { onCode, again: (stage: CodeStage) => view.rerender(element(stage)) };
}

const field = () => screen.getByRole('textbox');
const confirm = () => screen.getByRole('button', { name: 'Xác nhận' });
const picture = () => document.querySelector('img')!.getAttribute('src')!;

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

describe('ImageCodeSheet', () => {
  // spec: 5.image-code, 9.image-code-4
  it('accepts exactly four characters, without spaces', async () => {
    const { onCode } = await show();
    fireEvent.change(field(), { target: { value: 'a7K' } });
    expect(confirm()).toHaveProperty('disabled', true);
    fireEvent.change(field(), { target: { value: ' a7 Kqx' } });
    fireEvent.click(confirm());
    expect(onCode).toHaveBeenCalledWith('a7Kq');
  });

  // spec: 4.image-confirm-1s, 9.image-confirm-1s
  it('disables the button for a second after a tap', async () => {
    const { onCode } = await show();
    fireEvent.change(field(), { target: { value: 'a7Kq' } });
    fireEvent.click(confirm());
    fireEvent.click(confirm());
    expect(onCode).toHaveBeenCalledTimes(1);
    expect(confirm()).toHaveProperty('disabled', true);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    fireEvent.click(confirm());
    expect(onCode).toHaveBeenCalledTimes(2);
  });

  // spec: 4.image-refresh, 7.validate-code
  it('loads another picture when the picture is tapped', async () => {
    await show();
    const before = picture();
    expect(before).toMatch(/\/app\/getValidateCode\?mobile=0912345678&timestamp=\d+&device=[0-9a-f]{16}$/);
    await act(() => vi.advanceTimersByTimeAsync(50));
    fireEvent.click(screen.getByRole('button', { name: /Đổi hình khác/ }));
    expect(picture()).not.toBe(before);
  });

  // spec: 4.image-reset
  it('stays open after a wrong answer, with a new picture, an empty field and an error', async () => {
    const { again } = await show();
    const before = picture();
    fireEvent.change(field(), { target: { value: 'xxxx' } });
    await act(() => vi.advanceTimersByTimeAsync(50));
    again({ at: 'image', round: 1, words: 'Mã trong hình chưa đúng' });
    expect(field()).toHaveProperty('value', '');
    expect(screen.getByText('Mã trong hình chưa đúng')).toBeTruthy();
    expect(picture()).not.toBe(before);
  });
});
