import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ErrorState } from './states';
import { ApiError } from '@/lib/api';
import { navigations, renderPage } from '@/test/page';

describe('ErrorState', () => {
  const show = async (error: Error) => {
    const onRetry = vi.fn();
    await renderPage(<ErrorState error={error} onRetry={onRetry} />, '/');
    return onRetry;
  };

  it.each([404, 400])('shows status %i as not found, with a link home and without a retry', async (status) => {
    await show(new ApiError(10001, 'Kiểm tra tham số không đạt', status));
    screen.getByText('Không tìm thấy nội dung này');
    screen.getByText('Liên kết có thể đã cũ hoặc bị gõ nhầm.');
    expect(screen.queryByText('Kiểm tra tham số không đạt')).toBeNull();
    expect(screen.queryByText('Thử lại')).toBeNull();
    await act(async () => screen.getByText('Về trang chủ').click());
    expect(navigations).toEqual(['/m/home']);
  });

  it('shows the server’s message with a link home, and no retry where a retry would fail again', async () => {
    await show(new ApiError(20622, 'Khoản vay này chưa đến lúc trả.', 409));
    screen.getByText('Khoản vay này chưa đến lúc trả.');
    expect(screen.queryByText('Thử lại')).toBeNull();
    screen.getByText('Về trang chủ');
  });

  it.each([
    [false, 'Bạn đang ngoại tuyến'],
    [true, 'Hiện chưa kết nối được dịch vụ'],
  ])('says that there is no network only if the phone reports it (online: %s)', async (online, title) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
    await show(new ApiError('F0000', 'Xin lỗi, hệ thống hơi bận', 0));
    screen.getByText(title);
    expect(screen.queryByText('Xin lỗi, hệ thống hơi bận')).toBeNull();
    screen.getByText('Thử lại');
    vi.restoreAllMocks();
  });

  it.each([
    ['the server was busy', new ApiError(20107, 'Hệ thống bận', 503)],
    ['the rate limit was exceeded', new ApiError(20106, 'Chậm lại', 429)],
    ['no response arrived', new ApiError('F0000', '', 0)],
    ['another error occurred', new Error('no')],
  ])('offers a retry where %s', async (_, error) => {
    const onRetry = await show(error);
    expect(screen.queryByText('Về trang chủ')).toBeNull();
    await act(async () => screen.getByText('Thử lại').click());
    expect(onRetry).toHaveBeenCalled();
  });

  it('shows the retry as busy while it lasts, and takes no second press', async () => {
    const onRetry = await show(new ApiError('F0000', '', 0));
    let end: () => void = () => undefined;
    onRetry.mockImplementation(() => new Promise<void>((resolve) => (end = resolve)));
    const button = screen.getByRole('button', { name: 'Thử lại' });
    await act(async () => button.click());
    await act(async () => button.click());
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(onRetry).toHaveBeenCalledTimes(1);
    await act(async () => end());
    expect(button.getAttribute('aria-busy')).toBe('false');
  });
});
