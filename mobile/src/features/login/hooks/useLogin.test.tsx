import { act, screen, type RenderResult } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useLogin, type Login } from './useLogin';
import { galleryConfig } from '@/gallery/config';
import { setConfig } from '@/lib/config';
import { endSession, getSession } from '@/lib/session';
import { renderInVietnam } from '@/test/render';
import { toastList } from '@/ui/overlay/toasts';

function Probe({ onRefused }: { onRefused: (words: string) => void }) {
  const login = useLogin(() => undefined);
  return <button onClick={() => void login.submit('1234').then((refusal) => refusal && onRefused(refusal.words))}>go</button>;
}

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  endSession();
});

// spec: 8.login-failure
it('reports a failed login with the server’s message, in a toast and at the code boxes', async () => {
  const refused = { success: false, msg: 'Mã xác nhận chưa đúng.', errorCode: 20102, data: { reason: 'sms_code_wrong' } };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(refused), { status: 422 }));
  const onRefused = vi.fn();
  await renderInVietnam(<Probe onRefused={onRefused} />, 'login');
  await act(async () => screen.getByRole('button').click());
  await vi.waitFor(() => expect(onRefused).toHaveBeenCalledWith('Mã xác nhận chưa đúng.'));
  expect(toastList.current().map(({ message }) => message)).toEqual(['Mã xác nhận chưa đúng.']);
  expect(getSession().loggedIn).toBe(false);
});

describe('useLogin', () => {
  const PHONE = '0912345678';
  const calls: [string, Record<string, unknown>][] = [];
  let login: Login;
  const isNew = vi.fn();
  function Hook() {
    login = useLogin(isNew);
    return null;
  }
  /** Renders the hook with the server's responses by path. */
  async function open(answers: Record<string, object>): Promise<RenderResult> {
    calls.length = 0;
    vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
      const path = url.replace('/app/', '');
      calls.push([path, JSON.parse(String(body)) as Record<string, unknown>]);
      return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: answers[path] ?? {} }));
    });
    return renderInVietnam(<Hook />, 'login');
  }
  const sent = { smsPhone: '091••••678', resendSeconds: 120, expiresSeconds: 300, codeLength: 4 };

  // spec: 4.session-login-sms, 4.sms-dialog-opens
  it('sends a code at once if no image code is required, opens the SMS dialog, and logs in with the right code', async () => {
    await open({
      'member/getLoginType': { types: ['sms'] },
      'member/checkPhone': { needValidateCode: false },
      'member/sendSmsCode': sent,
      'member/smsLogin': { token: 'secret', isNewMember: true, memberId: 'm-1' },
    });
    await act(() => login.start(PHONE, galleryConfig));
    expect(calls.at(-1)).toEqual(['member/sendSmsCode', { phoneNum: PHONE, type: 200 }]);
    expect(login.code.stage).toMatchObject({ at: 'sms', waitSeconds: 120, codeLength: 4 });
    expect(getSession().loggedIn).toBe(false);
    await act(async () => void (await login.submit('1234')));
    expect(calls.find(([path]) => path === 'member/smsLogin')![1]).toMatchObject({ phoneNum: PHONE, smsCode: '1234', type: 200 });
    expect(getSession()).toEqual({ loggedIn: true, token: 'secret', phone: PHONE });
    expect(isNew).toHaveBeenCalledTimes(1);
  });

  it('records the consent to the texts that the form showed, not to those that came into force while the code was awaited', async () => {
    await open({
      'member/getLoginType': { types: ['sms'] },
      'member/checkPhone': { needValidateCode: false },
      'member/sendSmsCode': sent,
      'member/smsLogin': { token: 'secret', isNewMember: false, memberId: 'm-1' },
    });
    await act(() => login.start('0912345677', galleryConfig));
    const { termsVersion } = galleryConfig;
    act(() => setConfig({ ...galleryConfig, termsVersion: 'next' }));
    await act(async () => void (await login.submit('1234')));
    const { consents } = calls.find(([path]) => path === 'member/smsLogin')![1] as { consents: { kind: string; version: string }[] };
    expect(consents.find(({ kind }) => kind === 'terms')!.version).toBe(termsVersion);
  });

  it('opens the SMS dialog again after a reload, with the remaining resend wait', async () => {
    const answers = { 'member/sendSmsCode': sent, 'member/smsLogin': { token: 'secret', isNewMember: false, memberId: 'm-1' } };
    const first = await open(answers);
    await act(() => login.code.send(PHONE));
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30_000);
    first.unmount();
    const second = await open(answers);
    expect(login.code.stage).toMatchObject({ at: 'sms', smsPhone: '091••••678', codeLength: 4, sendings: 1 });
    const { waitSeconds } = login.code.stage as { waitSeconds: number };
    expect(waitSeconds).toBeGreaterThan(80);
    expect(waitSeconds).toBeLessThanOrEqual(90);
    await act(async () => void (await login.submit('1234')));
    expect(calls.at(-1)![1]).toMatchObject({ phoneNum: PHONE, smsCode: '1234' });
    second.unmount();
    await open(answers);
    expect(login.code.stage, 'the dialog is closed after the login').toEqual({ at: 'closed' });
  });

  // spec: 4.image-opens
  it('opens the image code dialog if the server requires it, and sends no SMS before', async () => {
    await open({ 'member/getLoginType': { types: ['sms'] }, 'member/checkPhone': { needValidateCode: true }, 'member/sendSmsCode': sent });
    await act(() => login.start(PHONE, galleryConfig));
    expect(login.code.stage).toEqual({ at: 'image', round: 0, words: '' });
    expect(calls.map(([path]) => path)).not.toContain('member/sendSmsCode');
    await act(() => login.code.send(PHONE, 'K7rm'));
    expect(calls.at(-1)).toEqual(['member/sendSmsCode', { phoneNum: PHONE, type: 200, code: 'K7rm' }]);
    expect(login.code.stage.at).toBe('sms');
  });

  it('does not open the dialog for a code that was requested before it was closed', async () => {
    await open({ 'member/sendSmsCode': sent });
    await act(() => login.code.send(PHONE));
    expect(login.code.stage.at).toBe('sms');
    let again: Promise<void> | undefined;
    act(() => void (again = login.code.send(PHONE)));
    expect(login.code.sending).toBe(true);
    act(() => login.code.close());
    expect(login.code.sending).toBe(false);
    await act(() => again!);
    expect(login.code.stage).toEqual({ at: 'closed' });
  });
});
