import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Login } from '../hooks/useLogin';
import { PhoneStep } from './PhoneStep';
import type { CodeStage } from '@/lib/login/codeStage';
import { renderInVietnam } from '@/test/render';

const closed: CodeStage = { at: 'closed' };
const image: CodeStage = { at: 'image', round: 0, words: '' };
const sms: CodeStage = { at: 'sms', smsPhone: '091••••678', codeLength: 4, validMinutes: 5, waitSeconds: 120, words: '', sendings: 1 };

function login(stage: CodeStage, send = vi.fn()): Login {
  const code = { stage, sending: false, phoneWords: '', send, askImage: vi.fn(), close: vi.fn(), phone: '0912345678' };
  return { code, checking: false, phoneWords: '', start: vi.fn(), submit: vi.fn() } as unknown as Login;
}

async function show(stage: CodeStage) {
  const send = vi.fn();
  const view = await renderInVietnam(<PhoneStep login={login(stage, send)} onFace={() => undefined} />, 'login');
  const at = async (next: CodeStage) => {
    view.rerender(<PhoneStep login={login(next, send)} onFace={() => undefined} />);
    // Waits for the closing animation of a dialog.
    await act(() => vi.advanceTimersByTimeAsync(500));
  };
  return { at, send };
}

const smsDialog = () => screen.queryByRole('dialog', { name: 'Nhập mã xác nhận' });
const imageDialog = () => screen.queryByRole('dialog', { name: 'Nhập mã trong hình' });
const boxes = () => screen.getByRole('textbox', { name: /Mã 4 số/ });
const characters = () => screen.getByRole('textbox', { name: '4 ký tự trong hình' });

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

describe('SMS dialog', () => {
  // spec: 4.sms-dialog-opens
  it('replaces the image code dialog once a code has been sent', async () => {
    const { at } = await show(closed);
    expect(smsDialog()).toBeNull();
    await at(image);
    expect(imageDialog()).not.toBeNull();
    expect(smsDialog()).toBeNull();
    await at(sms);
    expect(smsDialog()).not.toBeNull();
    expect(imageDialog()).toBeNull();
    expect(screen.getByText('Đã gửi mã đến 091••••678')).toBeTruthy();
  });

  // spec: 4.sms-dialog-reset
  it('opens with empty boxes and focus in the first, however it was closed before', async () => {
    const { at } = await show(sms);
    expect(document.activeElement).toBe(boxes());
    expect(boxes()).toHaveProperty('value', '');
    fireEvent.change(boxes(), { target: { value: '123' } });
    await at(closed);
    await at(sms);
    expect(boxes()).toHaveProperty('value', '');
    expect(document.activeElement).toBe(boxes());
    expect(screen.getByRole('button', { name: /^Gửi lại sau 120\sgiây$/ })).toHaveProperty('disabled', true);
  });

  // spec: 4.sms-countdown, 9.sms-resend-120
  it('shows the seconds until a code can be sent again, with the resend button disabled', async () => {
    const { send } = await show(sms);
    for (const left of [120, 119, 118]) {
      const link = screen.getByRole('button', { name: new RegExp(`^Gửi lại sau ${left}\\sgiây$`) });
      expect(link).toHaveProperty('disabled', true);
      fireEvent.click(link);
      await act(() => vi.advanceTimersByTimeAsync(1000));
    }
    await act(() => vi.advanceTimersByTimeAsync(116_000));
    expect(screen.getByRole('button', { name: /^Gửi lại sau 1\sgiây$/ })).toHaveProperty('disabled', true);
    expect(send).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1500));
    fireEvent.click(screen.getByRole('button', { name: 'Gửi lại mã' }));
    expect(send).toHaveBeenCalledWith('0912345678');
  });

  // spec: 4.sms-dialog-close
  it('stops its timer when it closes', async () => {
    const { at } = await show(closed);
    const before = vi.getTimerCount();
    await at(sms);
    expect(vi.getTimerCount()).toBeGreaterThan(before);
    await at(closed);
    expect(smsDialog()).toBeNull();
    expect(vi.getTimerCount()).toBe(before);
  });
});

describe('image code dialog', () => {
  // spec: 4.image-opens
  it('opens only when the server requires it', async () => {
    const { at } = await show(closed);
    expect(imageDialog()).toBeNull();
    await at(image);
    expect(imageDialog()).not.toBeNull();
    expect(imageDialog()!.querySelector('img')!.src).toContain('/app/getValidateCode?mobile=0912345678&timestamp=');
  });

  // spec: 4.image-reset
  it('opens with an empty field and another picture', async () => {
    const { at } = await show(image);
    const before = imageDialog()!.querySelector('img')!.src;
    fireEvent.change(characters(), { target: { value: 'a7K' } });
    await at(closed);
    await at(image);
    expect(characters()).toHaveProperty('value', '');
    expect(document.activeElement).toBe(characters());
    expect(imageDialog()!.querySelector('img')!.src).not.toBe(before);
  });
});
