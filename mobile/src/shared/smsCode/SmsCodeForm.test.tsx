import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { SmsCodeForm } from './SmsCodeForm';
import type { CodeStage, Refusal } from '@/lib/login/codeStage';
import { renderInVietnam } from '@/test/render';

type SmsStage = Extract<CodeStage, { at: 'sms' }>;
const stage: SmsStage = { at: 'sms', smsPhone: '091••••678', codeLength: 4, validMinutes: 5, waitSeconds: 120, words: '', sendings: 1 };

async function show(onSubmit: (code: string) => Promise<Refusal | void>, onResend = vi.fn()) {
  const element = (shown: SmsStage) => <SmsCodeForm stage={shown} submitLabel="Đăng nhập" sending={false} onResend={onResend} onSubmit={onSubmit} />;
  const view = await renderInVietnam(element(stage), 'login');
  return { again: (shown: SmsStage) => view.rerender(element(shown)), close: view.unmount, onResend };
}

const boxes = () => screen.getByRole('textbox');
const submit = () => screen.getByRole('button', { name: 'Đăng nhập' });

describe('SmsCodeForm', () => {
  // spec: 5.sms-submit, 5.sms-boxes, 9.sms-code-4
  it('can be submitted only once every box is filled', async () => {
    const onSubmit = vi.fn(async () => ({ words: 'Không có mạng', keep: true }));
    await show(onSubmit);
    await userEvent.type(boxes(), '123');
    expect(submit()).toHaveProperty('disabled', true);
    expect(onSubmit).not.toHaveBeenCalled();
    await userEvent.type(boxes(), '4');
    expect(onSubmit).toHaveBeenCalledWith('1234');
    await userEvent.click(submit());
    expect(onSubmit.mock.calls).toEqual([['1234'], ['1234']]);
  });

  it('is submitted once, with its last digit; a tap during the request sends nothing', async () => {
    const onSubmit = vi.fn(() => new Promise<void>(() => undefined));
    await show(onSubmit);
    await userEvent.type(boxes(), '1234');
    fireEvent.submit(boxes().closest('form')!);
    expect(onSubmit.mock.calls).toEqual([['1234']]);
  });

  // spec: 5.sms-code-paste
  it('takes the digits of a pasted message', async () => {
    await show(async () => undefined);
    fireEvent.change(boxes(), { target: { value: '12-34 ' } });
    expect(boxes()).toHaveProperty('value', '1234');
  });

  it('shows the error, empties the boxes and accepts further input', async () => {
    await show(async () => ({ words: 'Mã chưa đúng', keep: false }));
    await userEvent.type(boxes(), '1234');
    expect(await screen.findByText('Mã chưa đúng')).toBeTruthy();
    expect(boxes()).toHaveProperty('value', '');
    expect(document.activeElement).toBe(boxes());
    await userEvent.keyboard('5');
    expect(boxes()).toHaveProperty('value', '5');
    expect(screen.queryByText('Mã chưa đúng')).toBeNull();
  });

  it('keeps what is typed while a request for another code fails, whose wait replaces the earlier one', async () => {
    const { again } = await show(async () => undefined);
    await userEvent.type(boxes(), '12');
    again({ ...stage, waitSeconds: 0, words: 'Không có mạng' });
    expect(boxes()).toHaveProperty('value', '12');
    expect(screen.getByRole('button', { name: 'Gửi lại mã' })).toHaveProperty('disabled', false);
  });

  it('keeps a code whose request got no response', async () => {
    const onSubmit = vi.fn(async (): Promise<Refusal | void> => ({ words: 'Không có mạng', keep: true }));
    await show(onSubmit);
    await userEvent.type(boxes(), '1234');
    expect(await screen.findByText('Không có mạng')).toBeTruthy();
    expect(boxes()).toHaveProperty('value', '1234');
    await userEvent.click(submit());
    expect(onSubmit).toHaveBeenCalledTimes(2);
  });

  // spec: 4.sms-countdown, 9.sms-resend-120, 4.sms-dialog-reset
  it('offers another code only after the wait, and starts over with it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const { again, onResend } = await show(async () => undefined);
      const resend = screen.getByRole('button', { name: /Gửi lại sau 120\sgiây/ });
      expect(resend).toHaveProperty('disabled', true);
      await act(() => vi.advanceTimersByTimeAsync(120_500));
      fireEvent.click(screen.getByRole('button', { name: 'Gửi lại mã' }));
      expect(onResend).toHaveBeenCalledTimes(1);
      fireEvent.change(boxes(), { target: { value: '12' } });
      again({ ...stage, sendings: 2 });
      expect(boxes()).toHaveProperty('value', '');
      expect(screen.getByText(/Đã gửi mã mới/)).toBeTruthy();
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not show the error of an earlier code after a resend, and submits the new code', async () => {
    let answer: (refusal: Refusal) => void = () => undefined;
    const onSubmit = vi.fn(() => new Promise<Refusal>((resolve) => (answer = resolve)));
    const { again } = await show(onSubmit);
    fireEvent.change(boxes(), { target: { value: '1234' } });
    again({ ...stage, sendings: 2 });
    fireEvent.change(boxes(), { target: { value: '56' } });
    await act(async () => answer({ words: 'Mã chưa đúng', keep: false }));
    expect(screen.queryByText('Mã chưa đúng')).toBeNull();
    expect(boxes()).toHaveProperty('value', '56');
    fireEvent.change(boxes(), { target: { value: '5678' } });
    expect(onSubmit.mock.calls).toEqual([['1234'], ['5678']]);
  });

  it('keeps the resend wait unchanged if the phone clock is set back or forward', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      await show(async () => undefined);
      for (const hours of [-5, 10]) {
        vi.setSystemTime(Date.now() + hours * 3_600_000);
        await act(() => vi.advanceTimersByTimeAsync(30_000));
        screen.getByRole('button', { name: hours < 0 ? /Gửi lại sau (90|89)\sgiây/ : /Gửi lại sau (60|59)\sgiây/ });
      }
    } finally {
      vi.useRealTimers();
    }
  });

  // spec: 4.sms-dialog-close
  it('stops its timer when it is closed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
    const { close } = await show(async () => undefined);
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    close();
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});
