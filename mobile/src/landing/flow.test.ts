import { readFileSync } from 'node:fs';
import { fireEvent } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { galleryConfig } from '@/gallery/config';
import texts from '@/i18n/vi/landing';
import { plain } from '@/test/plain';

const left: boolean[] = [];
const toLogin: string[] = [];
vi.mock('./leave', () => ({ leave: (isNewMember: boolean) => left.push(isNewMember), leaveToLogin: (phone: string) => toLogin.push(phone) }));
const told: string[] = [];
vi.mock('./pixels/pixels', () => ({ registered: (eventId: string) => told.push(eventId) }));

const HTML = readFileSync('landing.html', 'utf8');
const PHONE = '0912345678';

/** The calls that were made, and the response per path; a newer response replaces the older one. */
const calls: [string, Record<string, unknown>][] = [];
const answers = new Map<string, object>();
const asked = () => calls.map(([path]) => path);
const says = (path: string, data: object) => answers.set(path, { success: true, msg: '', errorCode: 10000, data });
const refuses = (path: string, errorCode: number, msg: string, data: object = {}, status = 422) =>
  answers.set(path, { success: false, msg, errorCode, data, status });

const $ = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;
const type = (id: string, value: string) => fireEvent.input($(id), { target: { value } });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Loads the page as filled in by the server, and its script. */
async function openLanding() {
  document.body.innerHTML = /<body>([\s\S]*)<\/body>/.exec(HTML)![1]!.replace(/\{\{[^}]*\}\}/g, '');
  const { productId, region, iosDownloadUrl, prodPhone, termsVersion, privacyVersion } = galleryConfig;
  $('data').textContent = JSON.stringify({ lang: 'vi', productId, region, iosDownloadUrl, prodPhone, termsVersion, privacyVersion, texts: texts.script });
  vi.resetModules();
  const [{ flow }, { form }] = await Promise.all([import('./flow'), import('./form')]);
  const login = flow();
  form(login.start);
  login.resume();
}

/** Enters a number and presses the button. */
async function start(phone = PHONE) {
  type('phone', phone);
  if (!$<HTMLInputElement>('consent').checked) fireEvent.click($('consent'));
  fireEvent.submit($('form'));
  await pass(0);
}

const resend = () => $<HTMLButtonElement>('sms-again');
const picture = () => $<HTMLImageElement>('image').src;

beforeEach(async () => {
  vi.useFakeTimers();
  localStorage.clear();
  sessionStorage.clear();
  [calls, left, told, toLogin].forEach((list) => (list.length = 0));
  says('member/getLoginType', { types: ['sms'] });
  says('member/checkPhone', { needValidateCode: false });
  says('member/sendSmsCode', { smsPhone: '091••••678', resendSeconds: 120, expiresSeconds: 300, codeLength: 4 });
  says('member/smsLogin', { token: 'secret', isNewMember: true, memberId: 'm-1' });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = url.replace(/^.*\/app\//, '');
    calls.push([path, JSON.parse(String(init.body)) as Record<string, unknown>]);
    const answer = answers.get(path) as { status?: number };
    return new Response(JSON.stringify(answer), { status: answer.status ?? 200 });
  });
  await openLanding();
});
afterEach(async () => {
  // The report needs a hash, which may be computed after the page was left: it must not arrive in the next test.
  await vi.waitFor(() => expect(told).toHaveLength(left.filter((isNewMember) => isNewMember).length));
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the landing flow', () => {
  // spec: 4.land-flow
  it('validates the number, checks it on the server, sends the code, opens the dialog and logs in, in this order', async () => {
    await start('095123');
    expect($('phone-error').textContent).toBe('Nhập đúng số điện thoại di động');
    expect(asked()).toEqual([]);

    await start();
    expect(asked().slice(0, 2).sort()).toEqual(['member/checkPhone', 'member/getLoginType']);
    expect(calls[2]).toEqual(['member/sendSmsCode', { phoneNum: PHONE, type: 200 }]);
    expect($('image-popup').hidden).toBe(true);
    expect($('sms-popup').hidden).toBe(false);

    // The last digit submits the code.
    type('sms-code', '1234');
    await pass(0);
    const agreed = ['terms', 'privacy', 'data_processing'].map((kind) => ({ kind, granted: true }));
    expect(calls[3]).toMatchObject(['member/smsLogin', { phoneNum: PHONE, smsCode: '1234', type: 200, consents: agreed }]);
    expect(document.cookie).toContain('token=secret');
    expect(left).toEqual([true]);
  });

  it('opens the login page of the app and sends no code if face login is available', async () => {
    says('member/getLoginType', { types: ['sms', 'face'] });
    await start();
    expect(toLogin).toEqual([PHONE]);
    expect(asked()).not.toContain('member/sendSmsCode');
  });

  it.each([
    ['while the code is being checked', () => undefined, []],
    ['while the next page loads', () => pass(0), [true]],
  ])('resets the button and shows the logged-in state if the dialog is closed %s', async (_, wait, leftThen) => {
    await start();
    type('sms-code', '1234');
    await wait();
    expect(left).toEqual(leftThen);
    expect($('sms-go').classList).toContain('busy');
    fireEvent.click($('sms-popup').querySelector('[data-close]')!);
    await pass(0);
    expect($('sms-go').classList).not.toContain('busy');
    expect(left).toEqual([true]);
    expect($('form').hidden).toBe(true);
    expect($('loggedIn').hidden).toBe(false);
    expect(document.activeElement, 'the focus moves out of the hidden form').toBe($('enter'));
  });

  it('does not reopen a closed dialog when the response to its resend arrives', async () => {
    await start();
    await pass(121_000);
    let answer = () => undefined as void;
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url.endsWith('sendSmsCode')) await new Promise<void>((resolve) => (answer = resolve));
      return fetch(url, init);
    });
    fireEvent.click(resend());
    fireEvent.click($('sms-popup').querySelector('[data-close]')!);
    answer();
    await pass(0);
    expect(asked().filter((path) => path === 'member/sendSmsCode')).toHaveLength(2);
    expect($('sms-popup').hidden).toBe(true);
  });

  it('does not show the rejection of the previous code for a newer one', async () => {
    await start();
    let answer = () => undefined as void;
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url.endsWith('smsLogin')) await new Promise<void>((resolve) => (answer = resolve));
      return fetch(url, init);
    });
    refuses('member/smsLogin', 20102, 'Mã xác nhận chưa đúng.');
    type('sms-code', '1234');
    await pass(0);
    fireEvent.click($('sms-popup').querySelector('[data-close]')!);
    await start('0912345679');
    expect($('sms-go').classList, 'the newer code has not been submitted').not.toContain('busy');
    type('sms-code', '56');
    answer();
    await pass(0);
    expect($('sms-code-error').textContent).toBe('');
    expect($<HTMLInputElement>('sms-code').value).toBe('56');
  });

  it('starts the session with the number whose code was accepted, even if the form is about another one by then', async () => {
    let answer: () => void = () => undefined;
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url.endsWith('smsLogin')) await new Promise<void>((resolve) => (answer = resolve));
      return fetch(url, init);
    });
    await start();
    type('sms-code', '1234');
    await pass(0);
    fireEvent.click($('sms-popup').querySelector('[data-close]')!);
    await start('0912345679');
    answer();
    await pass(0);
    const { getSession } = await import('@/lib/session');
    expect(getSession()).toEqual({ loggedIn: true, token: 'secret', phone: PHONE });
  });

  // spec: 4.land-event
  it('reports only a new member to the pixel', async () => {
    await start();
    type('sms-code', '1234');
    fireEvent.submit($('sms-form'));
    await pass(0);
    await vi.waitFor(() => expect(told, 'a hash of m-1').toEqual(['4265063761a145bd0d9889ade8d667f9']));

    says('member/smsLogin', { token: 'secret', isNewMember: false, memberId: 'm-1' });
    await openLanding();
    await start();
    type('sms-code', '1234');
    fireEvent.submit($('sms-form'));
    await pass(0);
    expect(told, 'a hash of m-1').toEqual(['4265063761a145bd0d9889ade8d667f9']);
    expect(left).toEqual([true, false]);
  });

  // spec: 4.land-flow-image, 4.image-opens
  it('shows the image code before an SMS code is sent, if the server requires it', async () => {
    says('member/checkPhone', { needValidateCode: true });
    await start();
    expect($('image-popup').hidden).toBe(false);
    expect($('sms-popup').hidden).toBe(true);
    expect(asked()).not.toContain('member/sendSmsCode');
    type('image-code', 'K7rm');
    fireEvent.submit($('image-form'));
    await pass(0);
    expect(calls.at(-1)).toEqual(['member/sendSmsCode', { phoneNum: PHONE, type: 200, code: 'K7rm' }]);
    expect($('image-popup').hidden).toBe(true);
    expect($('sms-popup').hidden).toBe(false);
  });

  // spec: 8.1000105, 8.1000105-other
  it('keeps the image popup on 1000105 without smsPhone, and opens the SMS dialog on 1000105 with it', async () => {
    says('member/checkPhone', { needValidateCode: true });
    refuses('member/sendSmsCode', 1000105, 'Mã trong hình chưa đúng.');
    await start();
    type('image-code', 'K7rm');
    fireEvent.submit($('image-form'));
    await pass(0);
    expect($('image-popup').hidden).toBe(false);
    expect($('sms-popup').hidden).toBe(true);
    expect($('image-code-error').textContent).toBe('Mã trong hình chưa đúng.');

    await pass(1000);
    refuses('member/sendSmsCode', 1000105, 'Mã trong hình chưa đúng.', { smsPhone: '091••••678' });
    type('image-code', 'K7rm');
    fireEvent.submit($('image-form'));
    await pass(0);
    expect($('image-popup').hidden).toBe(true);
    expect($('sms-popup').hidden).toBe(false);
  });

  it('opens the SMS dialog with the message on any other refusal to send', async () => {
    says('member/checkPhone', { needValidateCode: true });
    await start();
    refuses('member/sendSmsCode', 10006, 'Bạn đã nhận đủ số mã trong hôm nay.');
    type('image-code', 'K7rm');
    fireEvent.submit($('image-form'));
    await pass(0);
    expect($('image-popup').hidden).toBe(true);
    expect($('sms-popup').hidden).toBe(false);
    expect($('sms-popup').textContent).toContain('Bạn đã nhận đủ số mã trong hôm nay.');
  });

  it('restores the form and the dialog after a reload, until the code has expired or was accepted', async () => {
    await start();
    await pass(30_000);
    const before = asked().length;
    await openLanding();
    expect($<HTMLInputElement>('phone').value).toBe(PHONE);
    expect($<HTMLInputElement>('consent').checked).toBe(true);
    expect($('sms-popup').hidden).toBe(false);
    expect($('sms-sent').textContent).toContain('091••••678');
    expect(plain(resend().textContent)).toBe('Gửi lại sau 90 giây');
    type('sms-code', '1234');
    await pass(0);
    expect(asked().slice(before)).toEqual(['member/smsLogin']);
    expect(calls.at(-1)![1]).toMatchObject({ phoneNum: PHONE, smsCode: '1234' });
    await openLanding();
    expect($('sms-popup').hidden, 'after the login').toBe(true);

    await start();
    await pass(300_001);
    await openLanding();
    expect($('sms-popup').hidden, 'after the code has expired').toBe(true);
    expect($<HTMLInputElement>('phone').value).toBe(PHONE);
  });

  it('does not restore a dialog that was closed', async () => {
    await start();
    fireEvent.click($('sms-popup').querySelector('[data-close]')!);
    await openLanding();
    expect($('sms-popup').hidden).toBe(true);
  });

  it('removes a typed country code from the number', () => {
    for (const key of '+84912345678') type('phone', $<HTMLInputElement>('phone').value + key);
    expect($<HTMLInputElement>('phone').value).toBe(PHONE);
  });

  it('keeps the position of the caret while typing in the number and in the image code', async () => {
    says('member/checkPhone', { needValidateCode: true });
    /** Types one character after the first `at` characters of a field, and returns the caret position. */
    const typeAt = (id: string, at: number, sign: string) => {
      const input = $<HTMLInputElement>(id);
      input.focus();
      input.setRangeText(sign, at, at, 'end');
      fireEvent.input(input);
      return [input.value, input.selectionStart, input.selectionEnd];
    };
    type('phone', PHONE);
    expect(typeAt('phone', 3, '7')).toEqual(['0917234567', 4, 4]);
    expect(typeAt('phone', 3, ' ')).toEqual(['0917234567', 3, 3]);
    await start();
    type('image-code', 'K7rm');
    expect(typeAt('image-code', 1, 'x')).toEqual(['Kx7r', 2, 2]);
  });

  // spec: 8.login-failure
  it('shows the message of a failed login in a toast and at the code input', async () => {
    refuses('member/smsLogin', 20102, 'Mã xác nhận chưa đúng.');
    await start();
    type('sms-code', '1234');
    fireEvent.submit($('sms-form'));
    await pass(0);
    expect($('toast').hidden).toBe(false);
    expect($('toast').textContent).toBe('Mã xác nhận chưa đúng.');
    expect($('sms-code-error').textContent).toBe('Mã xác nhận chưa đúng.');
    expect(left).toEqual([]);
  });

  // spec: 9.toast-2000
  it('shows a short toast for two seconds', async () => {
    refuses('member/checkPhone', 20107, 'Hệ thống bận.', {}, 409);
    await start();
    await pass(1999);
    expect($('toast').textContent).toBe('Hệ thống bận.');
    expect($('toast').hidden).toBe(false);
    await pass(1);
    expect($('toast').hidden).toBe(true);
  });
});

describe('the SMS dialog of the landing page', () => {
  // spec: 4.sms-countdown, 9.sms-resend-120
  it('counts down 120 seconds before another code can be requested', async () => {
    await start();
    expect(plain(resend().textContent)).toBe('Gửi lại sau 120 giây');
    expect(resend().disabled).toBe(true);
    await pass(119_000);
    expect(plain(resend().textContent)).toBe('Gửi lại sau 1 giây');
    expect(resend().disabled).toBe(true);
    await pass(1250);
    expect(resend().textContent).toBe('Gửi lại mã');
    fireEvent.click(resend());
    await pass(0);
    expect(asked().filter((path) => path === 'member/sendSmsCode')).toHaveLength(2);
    expect(resend().disabled).toBe(true);
  });

  it('counts down correctly although the phone clock is set back or forward', async () => {
    await start();
    vi.setSystemTime(Date.now() - 5 * 3_600_000);
    await pass(30_000);
    expect(plain(resend().textContent)).toBe('Gửi lại sau 90 giây');
    vi.setSystemTime(Date.now() + 10 * 3_600_000);
    await pass(30_000);
    expect(plain(resend().textContent)).toBe('Gửi lại sau 60 giây');
  });

  // spec: 4.sms-dialog-reset, 4.sms-dialog-opens
  it('opens with an empty and focused code input', async () => {
    await start();
    expect(document.activeElement).toBe($('sms-code'));
    type('sms-code', '12');
    expect($('sms-boxes').textContent).toBe('12');
    fireEvent.click($('sms-popup').querySelector('[data-close]')!);
    expect($('sms-popup').hidden).toBe(true);
    await start();
    expect($('sms-popup').hidden).toBe(false);
    expect($<HTMLInputElement>('sms-code').value).toBe('');
    expect($('sms-boxes').textContent).toBe('');
    expect($('sms-boxes').children).toHaveLength(4);
    expect(document.activeElement).toBe($('sms-code'));
  });

  it('moves the caret to the next empty box, wherever the input is tapped', async () => {
    await start();
    type('sms-code', '12');
    const input = $<HTMLInputElement>('sms-code');
    input.setSelectionRange(0, 0);
    fireEvent.click(input);
    expect(input.selectionStart).toBe(2);
  });

  // spec: 4.sms-dialog-close
  it('stops the countdown when it closes', async () => {
    await pass(0);
    expect(vi.getTimerCount()).toBe(0);
    await start();
    // Once the responses have arrived, only the countdown's timer remains.
    await pass(250);
    expect(vi.getTimerCount()).toBe(1);
    fireEvent.click($('sms-popup').querySelector('[data-close]')!);
    vi.advanceTimersByTime(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the image code popup of the landing page', () => {
  const open = async () => {
    says('member/checkPhone', { needValidateCode: true });
    await start();
  };

  // spec: 4.image-reset, 4.image-refresh
  it('loads a new image on a click and on opening, and opens with an empty input', async () => {
    await open();
    const first = picture();
    expect(first).toContain(`mobile=${PHONE}`);
    type('image-code', 'a7');
    await pass(10);
    fireEvent.click($('picture'));
    const second = picture();
    expect(second).not.toBe(first);
    type('image-code', 'a7K');
    fireEvent.click($('image-popup').querySelector('[data-close]')!);
    await pass(10);
    await open();
    expect($<HTMLInputElement>('image-code').value).toBe('');
    expect(picture()).not.toBe(second);
  });

  // spec: 4.image-confirm-1s, 9.image-confirm-1s
  it('disables the button for one second after a press', async () => {
    await open();
    refuses('member/sendSmsCode', 1000105, 'Mã trong hình chưa đúng.');
    const confirm = $<HTMLButtonElement>('image-go');
    type('image-code', 'K7rm');
    fireEvent.submit($('image-form'));
    await pass(0);
    type('image-code', 'K7rn');
    await pass(990);
    expect(confirm.disabled).toBe(true);
    fireEvent.submit($('image-form'));
    expect(asked().filter((path) => path === 'member/sendSmsCode')).toHaveLength(1);
    await pass(10);
    expect(confirm.disabled).toBe(false);
  });
});
