import { cleanup, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { open, press } from '@/test/screen';
import { attempt, mall, optIndex } from '@/test/data/carrier';

describe('carrier verification', () => {
  // spec: 2.m-auth-opt
  it('/m/auth/opt explains the verification, and leads to the selected carrier', async () => {
    const { moves } = await open('/m/auth/opt', { 'opt/index': optIndex });
    screen.getByText('Xác nhận số điện thoại với nhà mạng');
    for (const carrier of ['Viettel', 'VinaPhone']) screen.getByText(carrier);
    await press('Tiếp tục với Viettel');
    expect(moves).toEqual(['push /m/mall/viettel']);
  });

  // spec: 2.m-auth-opt-status
  it.each([
    ['success', 'succeeded', 'Số của bạn đã được xác nhận', 'Xong'],
    ['failed', 'failed', 'Nhà mạng chưa xác nhận được', 'Thử lại'],
    ['waiting', 'waiting', 'Viettel đang kiểm tra', 'Để sau'],
  ] as const)('/m/auth/opt/%s shows the outcome of a session in state %s: %s', async (status, state, title, action) => {
    await open(`/m/auth/opt/${status}`, { 'opt/index': { ...optIndex, last: attempt(state) } });
    screen.getByText(title);
    screen.getByRole('button', { name: action });
  });

  it('/m/auth/opt/{status} leads to code entry when the carrier has sent a code', async () => {
    await open('/m/auth/opt/success', { 'opt/index': { ...optIndex, last: attempt('code') } });
    screen.getByText('Nhà mạng đã gửi mã và đang chờ bạn nhập.');
    for (const untrue of ['Viettel đang kiểm tra', 'Số của bạn đã được xác nhận']) expect(screen.queryByText(untrue)).toBeNull();
    screen.getByRole('button', { name: 'Nhập mã' });
  });

  // spec: 2.m-auth-resolvent
  it('/m/auth/resolvent shows everyone the solutions, the case named in the URL first', async () => {
    const { moves } = await open('/m/auth/resolvent?reason=other_holder', {}, 'visitor');
    const cases = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(cases[0]).toBe('Số này đứng tên người khác');
    expect(cases).toEqual(expect.arrayContaining(['Ảnh giấy tờ không rõ', 'Tên chủ tài khoản không khớp', 'Số người liên hệ không dùng được', 'Mật khẩu dịch vụ chưa đúng']));
    await press('Nói chuyện với chúng tôi');
    expect(moves).toEqual(['push /m/customer']);
  });
});

describe('carrier sessions', () => {
  // spec: 2.m-mall-index
  it('/m/mall/{channel} shows the carrier with its verification methods and the registration', async () => {
    const { moves } = await open('/m/mall/viettel', { 'mall/{channel}/index': mall, 'opt/index': optIndex });
    screen.getByRole('heading', { level: 1, name: 'Viettel' });
    for (const row of [/^Mật khẩu dịch vụ/, /^Chỉ cần mã SMS/, /^Mở tài khoản Viettel/]) await press(row);
    expect(moves).toEqual(['push /m/mall/viettel/detail/password', 'push /m/mall/viettel/detail/code', 'push /m/mall/viettel/register/password']);
  });

  it('/m/mall/{channel} of a verified number says so, and offers no further verification', async () => {
    await open('/m/mall/viettel', { 'mall/{channel}/index': mall, 'opt/index': { ...optIndex, state: 'done', proof: attempt('succeeded') } });
    screen.getByText('Số của bạn đã được xác nhận');
    screen.getByRole('button', { name: 'Xong' });
    expect(screen.queryByText('Mật khẩu dịch vụ')).toBeNull();
  });

  // spec: 2.m-mall-detail
  it('/m/mall/{channel}/detail/password asks for the service password', async () => {
    await open('/m/mall/viettel/detail/password', { 'mall/{channel}/index': mall });
    screen.getByLabelText('Mật khẩu Viettel');
    screen.getByRole('button', { name: 'Gửi tới Viettel' });
  });

  // spec: 2.m-mall-detail
  it('/m/mall/{channel}/detail/code asks for no password', async () => {
    await open('/m/mall/viettel/detail/code', { 'mall/{channel}/index': mall });
    expect(screen.queryByLabelText('Mật khẩu Viettel')).toBeNull();
    screen.getByRole('button', { name: 'Nhận mã từ Viettel' });
  });

  it('a session request that failed is retried with the same idempotency key', async () => {
    await open('/m/mall/viettel/detail/code', { 'mall/{channel}/index': mall });
    const keys: (string | null)[] = [];
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      keys.push(new Headers(init.headers).get('Idempotency-Key'));
      return new Response(JSON.stringify({ success: false, msg: 'Bận', errorCode: 10051, data: null }), { status: 503 });
    });
    await press('Nhận mã từ Viettel');
    await press('Nhận mã từ Viettel');
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });

  it.each(['detail', 'register'])('/m/mall/{channel}/%s with an unknown method redirects to the choice of methods', async (step) => {
    const { moves } = await open(`/m/mall/viettel/${step}/bogus`, { 'mall/{channel}/index': mall });
    expect(moves).toEqual(['replace /m/mall/viettel']);
    expect(document.querySelector('input[type="password"]')).toBeNull();
  });

  // spec: 2.m-mall-detail-next, 2.m-mall-register-next
  it.each(['detail', 'register'])('/m/mall/{channel}/%s/{type}/next asks for the code that the carrier sent by SMS', async (step) => {
    await open(`/m/mall/viettel/${step}/password/next`, { 'mall/{channel}/result': attempt('code', { kind: step === 'register' ? 'register' : 'verify' }) });
    screen.getByText('Viettel vừa gửi SMS cho bạn. Nhập mã trong tin nhắn đó.');
    screen.getByLabelText('Mã 6 số');
    screen.getByRole('button', { name: 'Xác nhận' });
  });

  it('/m/mall/{channel}/{step}/{type}/next asks for the code even if the phone clock is set back during the request', async () => {
    const back = Date.now() - 5 * 3_600_000;
    const answered = () => {
      vi.spyOn(Date, 'now').mockReturnValue(back);
      return attempt('code');
    };
    await open('/m/mall/viettel/detail/password/next', { 'mall/{channel}/result': { ...attempt('code'), toJSON: answered } as never });
    await screen.findByLabelText('Mã 6 số');
    vi.restoreAllMocks();
  });

  // spec: 2.m-mall-result
  it.each([
    ['success', 'succeeded', 'Số của bạn đã được xác nhận', 'Xong'],
    ['failed', 'failed', 'Nhà mạng chưa xác nhận được', 'Thử lại'],
    ['waiting', 'waiting', 'Viettel đang kiểm tra', 'Để sau'],
  ] as const)('/m/mall/{channel}/result/%s shows the outcome of a session in state %s: %s', async (status, state, title, action) => {
    const { moves } = await open(`/m/mall/viettel/result/${status}`, { 'mall/{channel}/result': attempt(state) });
    screen.getByText(title);
    screen.getByRole('button', { name: action });
    expect(moves, 'no redirect, since the URL already matches the state').toEqual([]);
  });

  // spec: 2.m-mall-result
  it('/m/mall/{channel}/result/{status} redirects when the carrier has answered', async () => {
    const { moves } = await open('/m/mall/viettel/result/waiting', { 'mall/{channel}/result': attempt('succeeded') });
    expect(moves).toEqual(['replace /m/mall/viettel/result/success']);
  });

  // spec: 2.m-mall-register
  it('/m/mall/{channel}/register/{type} asks for a new password twice', async () => {
    await open('/m/mall/viettel/register/password', { 'mall/{channel}/index': mall });
    screen.getByLabelText('Mật khẩu mới');
    screen.getByLabelText('Nhập lại mật khẩu');
    screen.getByRole('button', { name: 'Mở tài khoản' });
  });

  it('registration and verification each call their own endpoint', async () => {
    const going = { 'mall/{channel}/index': mall, 'mall/{channel}/register': attempt('code'), 'mall/{channel}/detail': attempt('code') };
    const register = await open('/m/mall/viettel/register/password', going);
    for (const label of ['Mật khẩu mới', 'Nhập lại mật khẩu']) fireEvent.change(screen.getByLabelText(label), { target: { value: 'abcd1234' } });
    await press('Mở tài khoản');
    expect(register.asked).toContainEqual({ path: 'mall/viettel/register', body: { type: 'password', password: 'abcd1234', passwordAgain: 'abcd1234' } });
    cleanup();
    const detail = await open('/m/mall/viettel/detail/password', going);
    fireEvent.change(screen.getByLabelText('Mật khẩu Viettel'), { target: { value: 'abcd1234' } });
    await press('Gửi tới Viettel');
    expect(detail.asked).toContainEqual({ path: 'mall/viettel/detail', body: { type: 'password', servicePassword: 'abcd1234' } });
  });

  it.each([
    ['register', 'Mở tài khoản', 'Mật khẩu mới'],
    ['detail', 'Gửi tới Viettel', 'Mật khẩu Viettel'],
  ])('/m/mall/{channel}/%s/password focuses the first missing field', async (step, act, label) => {
    await open(`/m/mall/viettel/${step}/password`, { 'mall/{channel}/index': mall });
    await press(act);
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
  });
});
