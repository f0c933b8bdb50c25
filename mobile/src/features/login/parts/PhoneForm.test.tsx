import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Login } from '../hooks/useLogin';
import { PhoneForm } from './PhoneForm';
import { galleryConfig } from '@/gallery/config';
import { setConfig } from '@/lib/config';
import { saveCode } from '@/lib/login/savedLogin';
import { serve } from '@/test/page';
import { renderInVietnam } from '@/test/render';

function login(start = vi.fn(async () => undefined)) {
  const code = { stage: { at: 'closed' as const }, sending: false, phoneWords: '', send: vi.fn(), askImage: vi.fn(), close: vi.fn(), phone: '' };
  return { code, checking: false, phoneWords: '', start, submit: vi.fn() } as unknown as Login & { start: typeof start };
}

const WORDS = 'Nhập đúng số điện thoại di động.';

/** What the server answers about a number: an unanswered check would be repeated in a later test. */
const checks = { 'member/getLoginType': { loginType: 'sms', types: ['sms'] }, 'member/checkPhone': { needValidateCode: false } };

beforeEach(() => {
  sessionStorage.clear();
  serve(checks);
});
afterEach(() => vi.unstubAllGlobals());

describe('phone number form', () => {
  // spec: 5.phone-placeholder
  it('shows the number format as placeholder', async () => {
    await renderInVietnam(<PhoneForm login={login()} onFace={() => undefined} />, 'login');
    expect(screen.getByRole('textbox')).toHaveProperty('placeholder', '0-XX-XXX-XXXX');
  });

  // spec: 5.phone-message
  it.each(['', '09', '0123456'])('rejects %j with a message, and requests no code', async (typed) => {
    const state = login();
    await renderInVietnam(<PhoneForm login={state} onFace={() => undefined} />, 'login');
    if (typed) await userEvent.type(screen.getByRole('textbox'), typed);
    await userEvent.click(screen.getByRole('button', { name: 'Nhận mã' }));
    expect(screen.getByText(WORDS)).toBeTruthy();
    expect(state.start).not.toHaveBeenCalled();
  });

  it('removes the error of the previous number when another one is typed', async () => {
    const refused = { ...login(), phoneWords: 'Số này không nhận được mã.' };
    await renderInVietnam(<PhoneForm login={refused} onFace={() => undefined} />, 'login');
    expect(screen.getByText('Số này không nhận được mã.')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox'), '0912345678');
    expect(screen.queryByText('Số này không nhận được mã.')).toBeNull();
  });

  it('removes the tick when another version of the terms comes into force', async () => {
    await renderInVietnam(<PhoneForm login={login()} onFace={() => undefined} />, 'login');
    await userEvent.type(screen.getByRole('textbox'), '0912345678');
    await userEvent.click(screen.getByRole('checkbox'));
    act(() => setConfig({ ...galleryConfig, termsVersion: 'next' }));
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
  });

  it.each([
    ['is empty after a reload', false, 1],
    ['keeps number and consent after a reload while a code is pending', true, 1],
    ['is empty when opened without a reload, even while a code is pending', false, 0],
  ])('%s', async (_, kept, type) => {
    vi.stubGlobal('performance', Object.assign(Object.create(performance), { navigation: { type } }));
    const { unmount } = await renderInVietnam(<PhoneForm login={login()} onFace={() => undefined} />, 'login');
    await userEvent.type(screen.getByRole('textbox'), '0912345678');
    await userEvent.click(screen.getByRole('checkbox'));
    unmount();
    saveCode('0912345678', kept || type === 0 ? { at: 'sms', maskedPhone: '091••••678', codeLength: 4, validMinutes: 5, waitSeconds: 60, sendings: 1 } as never : { at: 'closed' }, galleryConfig);
    await renderInVietnam(<PhoneForm login={login()} onFace={() => undefined} />, 'login');
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe(kept ? '0912345678' : '');
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(kept);
    expect(Object.values(localStorage).join(), 'the number is not stored where other tabs could read it').not.toContain('0912345678');
  });

  it('starts checking a number only once it is complete and the terms are accepted', async () => {
    const sent = serve(checks);
    await renderInVietnam(<PhoneForm login={login()} onFace={() => undefined} />, 'login');
    await userEvent.type(screen.getByRole('textbox'), '0912345679');
    expect(sent).toEqual([]);
    await userEvent.click(screen.getByRole('checkbox'));
    expect(sent.map(({ path, body }) => [path, body])).toEqual([['member/getLoginType', { phoneNum: '0912345679' }], ['member/checkPhone', { phoneNum: '0912345679' }]]);
  });

  // spec: 5.phone-typing
  it('adds the leading 0, and continues once the terms are accepted', async () => {
    const state = login();
    await renderInVietnam(<PhoneForm login={state} onFace={() => undefined} />, 'login');
    await userEvent.type(screen.getByRole('textbox'), '91 234-5678x99');
    expect(screen.getByRole('textbox')).toHaveProperty('value', '0912345678');
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Nhận mã' }));
    expect(state.start).toHaveBeenCalledWith('0912345678', expect.objectContaining({ termsVersion: galleryConfig.termsVersion }));
    expect(screen.queryByText(WORDS)).toBeNull();
  });
});
