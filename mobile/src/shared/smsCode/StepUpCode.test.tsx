import { SmsType } from '@loanmarket/shared-types/enums';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StepUpCode } from './StepUpCode';
import { ApiError } from '@/lib/api';
import { startSession } from '@/lib/session';
import { renderPage } from '@/test/page';
import { toastList } from '@/ui/overlay/toasts';

const sent = { success: true, msg: '', errorCode: 10000, data: { smsPhone: '091••••678', resendSeconds: 120, expiresSeconds: 300, codeLength: 4 } };
/** The responses to the requests for a code, in order. */
let answers: (object | null)[] = [];

beforeEach(() => {
  startSession('token', '0912345678');
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.endsWith('member/sendSmsCode')) return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: {} }));
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(answer), { status: 'status' in answer ? Number(answer.status) : 200 });
  });
});
const clearToasts = () => toastList.current().forEach(({ id }) => toastList.remove(id));

afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
});

let setOpen: (open: boolean) => void;
function Dialog() {
  const [open, set] = useState(true);
  setOpen = set;
  return <StepUpCode open={open} type={SmsType.deleteAccount} onClose={() => undefined} onCode={() => new Promise((_, reject) => (refuse = reject))} onDone={() => undefined} />;
}

/** Rejects the typed code. */
let refuse: (error: ApiError) => void;
const wrong = new ApiError(10007, 'Mã không đúng.', 422, {});
const typeCode = () => act(async () => fireEvent.change(screen.getAllByRole('textbox')[0]!, { target: { value: '1234' } }));

/** Opens the dialog, closes it once its code was sent, and opens it again. */
async function openTwice(meanwhile: () => void = () => undefined) {
  await renderPage(<Dialog />, '/', 'login');
  await screen.findByText('Đã gửi mã đến 091••••678');
  await act(async () => setOpen(false));
  meanwhile();
  await act(async () => setOpen(true));
}

describe('step-up dialog that is opened again', () => {
  it('does not say that a code was sent if there is no network', async () => {
    answers = [sent, null];
    await openTwice(() => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false));
    expect(await screen.findByText('Chưa gửi được mã.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Thử lại' })).toBeTruthy();
    expect(screen.queryByText('Đã gửi mã đến 091••••678')).toBeNull();
  });

  it('shows why no code was sent to the number', async () => {
    answers = [sent, { success: false, msg: 'Số này không nhận được mã.', errorCode: 10007, data: {}, status: 422 }];
    await openTwice();
    expect(await screen.findByText('Số này không nhận được mã.')).toBeTruthy();
  });
});

describe('error of a rejected code', () => {
  const toasted = () => toastList.current().map(({ message }) => message);

  it('is shown at the boxes', async () => {
    answers = [sent];
    await renderPage(<Dialog />, '/', 'login');
    await screen.findByText('Đã gửi mã đến 091••••678');
    await typeCode();
    await act(async () => refuse(wrong));
    expect(screen.getByText('Mã không đúng.')).toBeTruthy();
    expect(toasted()).toEqual([]);
  });

  it('is shown in a toast if the dialog was closed, or opened for another code, meanwhile', async () => {
    answers = [sent, sent];
    await renderPage(<Dialog />, '/', 'login');
    await screen.findByText('Đã gửi mã đến 091••••678');
    await typeCode();
    await act(async () => setOpen(false));
    await act(async () => refuse(wrong));
    expect(toasted()).toEqual(['Mã không đúng.']);
    clearToasts();
    await act(async () => setOpen(true));
    await typeCode();
    await act(async () => setOpen(false));
    await act(async () => setOpen(true));
    await act(async () => refuse(wrong));
    expect(toasted()).toEqual(['Mã không đúng.']);
    expect(screen.queryByText('Mã không đúng.')).toBeNull();
  });
});
