import { SmsType } from '@loanmarket/shared-types/enums';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Advertise } from '@/features/home/parts/Advertise';
import { useLogin } from '@/features/login/hooks/useLogin';
import { api } from '@/lib/api';
import { onFailure } from '@/lib/api/reporter';
import { setAdsConsent } from '@/lib/adsConsent';
import { getConfig } from '@/lib/config';
import { lookUpChannel, saveFromUrl } from '@/lib/channel';
import { logOut } from '@/lib/login/logIn';
import { checkNumberAhead } from '@/lib/login/steps';
import { useMember } from '@/lib/member';
import { endSession, getSession, startSession } from '@/lib/session';
import { callsOf } from '@/shared/face/calls';
import { StepUpCode } from '@/shared/smsCode/StepUpCode';
import { renderPage, serve, type Sent } from '@/test/page';

const PHONE = '0912345678';
const sentCode = { smsPhone: '091••••678', codeLength: 4, resendSeconds: 120, expiresSeconds: 300 };
const loggedIn = { token: 't-1', isNewMember: true, memberId: '018f0000-0000-7000-8000-000000000001' };
const refused = { success: false, msg: 'Chưa được.', errorCode: 10050, data: { reason: 'request_failed' } };

/** Called for each failed call, with whether the borrower sees it as a toast. */
const toasts = vi.fn();

beforeEach(() => {
  localStorage.clear();
  document.cookie.split('; ').forEach((one) => (document.cookie = `${one.split('=')[0]}=; Max-Age=0; Path=/`));
  endSession();
  onFailure((_error, { toast }) => toasts(toast));
});
afterEach(() => {
  toasts.mockReset();
  vi.unstubAllGlobals();
});

const bodyOf = (sent: Sent[], path: string) => sent.filter((one) => one.path === path).map(({ body }) => body);

function Login({ image }: { image?: string }) {
  const login = useLogin(() => undefined);
  return (
    <>
      <button onClick={() => void login.start(PHONE, getConfig())}>start</button>
      <button onClick={() => void login.code.send(PHONE, image)}>send</button>
      <button onClick={() => void login.submit('1234')}>submit</button>
      <p>{login.code.stage.at}</p>
      <p>{login.phoneWords}</p>
    </>
  );
}
const press = (name: string) => act(async () => screen.getByText(name).click());

describe('login calls', () => {
  const answers = { 'member/getLoginType': { loginType: 'sms', types: ['sms'] }, 'member/checkPhone': { needValidateCode: false }, 'member/sendSmsCode': sentCode, 'member/smsLogin': loggedIn };

  // spec: 7.login-type, 7.phone-check, 7.send-sms, 4.session-login-sms
  it('request the login type, the phone check and an SMS code of type 200', async () => {
    const sent = serve(answers);
    saveFromUrl('?channel=fb-1');
    await renderPage(<Login />, '/m/login', 'login');
    await press('start');
    await screen.findByText('sms');
    expect(bodyOf(sent, 'member/getLoginType')).toEqual([{ phoneNum: PHONE }]);
    expect(bodyOf(sent, 'member/checkPhone')).toEqual([{ phoneNum: PHONE }]);
    expect(bodyOf(sent, 'member/sendSmsCode')).toEqual([{ phoneNum: PHONE, type: 200, channelCode: 'fb-1' }]);
  });

  it('use a phone check that was started in advance for the same number, once and for one minute', async () => {
    const sent = serve(answers);
    const checks = () => bodyOf(sent, 'member/checkPhone');
    checkNumberAhead('0987654321');
    checkNumberAhead(PHONE);
    checkNumberAhead(PHONE);
    await renderPage(<Login />, '/m/login', 'login');
    await press('start');
    await screen.findByText('sms');
    expect(checks()).toEqual([{ phoneNum: '0987654321' }, { phoneNum: PHONE }]);
    await press('start');
    await vi.waitFor(() => expect(checks()).toHaveLength(3));
    checkNumberAhead(PHONE);
    const minute = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    await press('start');
    await vi.waitFor(() => expect(checks()).toHaveLength(5));
    minute.mockRestore();
  });

  it('repeat a phone check that failed in advance, and show the image code that it requires', async () => {
    let down = true;
    const sent = serve({ ...answers, 'member/checkPhone': () => (down ? refused : { needValidateCode: true }) });
    checkNumberAhead(PHONE);
    await vi.waitFor(() => expect(bodyOf(sent, 'member/checkPhone')).toHaveLength(1));
    down = false;
    await renderPage(<Login />, '/m/login', 'login');
    await press('start');
    await screen.findByText('image');
    expect(bodyOf(sent, 'member/sendSmsCode')).toEqual([]);
  });

  it('repeat a phone check that failed in advance, and say what is wrong with the number', async () => {
    const sent = serve({ ...answers, 'member/checkPhone': { success: false, msg: 'Số này chưa dùng được.', errorCode: 10001, data: { reason: 'phone_invalid' }, status: 422 } });
    checkNumberAhead(PHONE);
    await vi.waitFor(() => expect(bodyOf(sent, 'member/checkPhone')).toHaveLength(1));
    expect(toasts, 'the check in advance is silent').not.toHaveBeenCalledWith(true);
    await renderPage(<Login />, '/m/login', 'login');
    await press('start');
    await screen.findByText('Số này chưa dùng được.');
    expect(bodyOf(sent, 'member/checkPhone')).toHaveLength(2);
    expect(bodyOf(sent, 'member/sendSmsCode')).toEqual([]);
  });

  // spec: 7.phone-check
  it('show the image code before an SMS code is sent, if the phone check requires it', async () => {
    const sent = serve({ ...answers, 'member/checkPhone': { needValidateCode: true } });
    await renderPage(<Login />, '/m/login', 'login');
    await press('start');
    await screen.findByText('image');
    expect(bodyOf(sent, 'member/sendSmsCode')).toEqual([]);
  });

  // spec: 7.send-sms
  it('send the image code with the request for an SMS code', async () => {
    const sent = serve(answers);
    await renderPage(<Login image="a7Kq" />, '/m/login', 'login');
    await press('send');
    await screen.findByText('sms');
    expect(bodyOf(sent, 'member/sendSmsCode')).toEqual([{ phoneNum: PHONE, code: 'a7Kq', type: 200 }]);
  });

  // spec: 3.login-request, 7.sms-login, 3.login-response, 3.session
  it('send every field of the login request, and store token and phone', async () => {
    const sent = serve(answers);
    saveFromUrl('?channel=fb-1&fbclid=abc&click-id=c1');
    document.cookie = '_fbc=fb.1.17.abc; Path=/';
    document.cookie = '_fbp=fb.1.17.42; Path=/';
    setAdsConsent(true);
    await renderPage(<Login />, '/m/login', 'login');
    await press('send');
    await press('submit');
    await vi.waitFor(() => expect(getSession().loggedIn).toBe(true));
    expect(bodyOf(sent, 'member/smsLogin')[0]).toMatchObject({
      phoneNum: PHONE, smsCode: '1234', type: 200, channelCode: 'fb-1', facebookFbc: 'fb.1.17.abc', facebookFbp: 'fb.1.17.42', webClickId: 'click-id=c1',
      pageUrl: `${location.origin}${location.pathname}`,
    });
    expect(getSession()).toEqual({ loggedIn: true, token: 't-1', phone: PHONE });
    expect(document.cookie).toContain('token=t-1');
    expect(document.cookie).toContain(`phone=${PHONE}`);
  });
});

// spec: 7.check-sms
it('a rejected SMS code is shown in the dialog and not as a toast', async () => {
  startSession('t-1', PHONE);
  const sent = serve({ 'member/sendSmsCode': sentCode, 'member/checkSmsCode': refused, 'member/query': { memberId: 'm' } });
  await renderPage(<StepUpCode open type={SmsType.bankCard} onClose={() => undefined} onDone={() => undefined} />, '/m/bankCard/add', 'login');
  const boxes = await screen.findByRole('textbox');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(boxes, '1234');
    boxes.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await press('Xác nhận');
  await screen.findByText('Chưa được.');
  expect(bodyOf(sent, 'member/checkSmsCode')).toEqual([{ smsCode: '1234', type: 202 }]);
  expect(bodyOf(sent, 'member/sendSmsCode')[0]).toMatchObject({ phoneNum: PHONE, type: 202 });
  expect(toasts).not.toHaveBeenCalledWith(true);
});

// spec: 7.face-liveness
it('a failed face check shows no toast, because its screen shows the result', async () => {
  const sent = serve({ 'member/faceLogin/checkLiveness': refused });
  await expect(callsOf('login').verdict('a token', new AbortController().signal)).rejects.toMatchObject({ code: 10050 });
  expect(bodyOf(sent, 'member/faceLogin/checkLiveness')).toEqual([{ faceToken: 'a token' }]);
  expect(toasts.mock.calls).toEqual([[false]]);
});

describe('the current member', () => {
  function Who() {
    return <p>{useMember().data?.memberId ?? 'nobody'}</p>;
  }

  // spec: 7.member-query, 3.session
  it('is requested with an empty payload, and has a memberId', async () => {
    startSession('t-1', PHONE);
    const sent = serve({ 'member/query': { memberId: 'member-7' } });
    await renderPage(<Who />, '/m/home');
    await screen.findByText('member-7');
    expect(bodyOf(sent, 'member/query')).toEqual([{}]);
  });

  // spec: 7.member-query
  it('shows no toast when the request fails', async () => {
    startSession('t-1', PHONE);
    serve({ 'member/query': refused });
    await renderPage(<Who />, '/m/home');
    await vi.waitFor(() => expect(toasts).toHaveBeenCalled());
    expect(toasts).not.toHaveBeenCalledWith(true);
  });

  // spec: 7.logout, 4.logout-clears
  it('is logged out immediately, by a call that still carries the token', async () => {
    startSession('t-1', PHONE);
    const headers: unknown[] = [];
    const sent = serve({ 'member/logout': {} });
    const answer = fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => (headers.push(init.headers), answer(url, init)));
    logOut();
    expect(getSession()).toEqual({ loggedIn: false, token: '', phone: PHONE });
    await vi.waitFor(() => expect(bodyOf(sent, 'member/logout')).toEqual([{}]));
    expect(headers).toMatchObject([{ token: 't-1' }]);
  });
});

describe('the channel', () => {
  const data = { promotionPlatform: 'meta', pixelId: '12', requireSame: true, platformIdLimit: '20005', reportedScoreRange: '600-850', accessToken: 'ours' };

  // spec: 7.channel-query, 7.channel-access
  it('is requested by {code}, and its visit is counted', async () => {
    const sent = serve({ 'channel/queryByCode': data, 'channel/access': {} });
    await lookUpChannel('fb-1');
    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      ['channel/queryByCode', { code: 'fb-1' }], ['channel/access', { channelCode: 'fb-1', accessToken: 'ours' }],
    ]);
  });

  // spec: 7.channel-query
  it('shows no toast when its request fails', async () => {
    serve({ 'channel/queryByCode': refused });
    expect(await lookUpChannel('fb-1')).toBeNull();
    expect(toasts.mock.calls).toEqual([[false]]);
  });
});

// spec: 7.advertise
it('the home page shows the advertisement from the response', async () => {
  const sent = serve({ 'main/loanApply/advertise': { blocks: [{ kind: 'p', spans: [{ text: 'Vay đến 15 triệu' }] }], claims: [] } });
  await renderPage(<Advertise />, '/m/home', 'home', 'info');
  await screen.findByText('Vay đến 15 triệu');
  expect(bodyOf(sent, 'main/loanApply/advertise')).toEqual([{}]);
});

// spec: 7.post-envelope
it('calls use POST, and a failure is reported by success, msg and errorCode', async () => {
  const methods: unknown[] = [];
  serve({ 'member/query': refused });
  const answer = fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => (methods.push([url, init.method]), answer(url, init)));
  await expect(api('member/query', {})).rejects.toMatchObject({ code: 10050, message: 'Chưa được.' });
  expect(methods).toEqual([['/app/member/query', 'POST']]);
  expect(toasts).toHaveBeenCalledWith(true);
});
