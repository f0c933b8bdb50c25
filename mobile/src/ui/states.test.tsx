import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ErrorState } from './states';
import { ApiError } from '@/lib/api';
import { navigations, renderPage } from '@/test/page';

describe('what could not be loaded', () => {
  const show = async (error: Error) => {
    const onRetry = vi.fn();
    await renderPage(<ErrorState error={error} onRetry={onRetry} />, '/');
    return onRetry;
  };

  it.each([404, 400])('is said not to exist at %i, with the way home and no other try', async (status) => {
    await show(new ApiError(10001, 'Kiểm tra tham số không đạt', status));
    screen.getByText('Không tìm thấy nội dung này');
    screen.getByText('Liên kết có thể đã cũ hoặc bị gõ nhầm.');
    expect(screen.queryByText('Kiểm tra tham số không đạt')).toBeNull();
    expect(screen.queryByText('Thử lại')).toBeNull();
    await act(async () => screen.getByText('Về trang chủ').click());
    expect(navigations).toEqual(['/m/home']);
  });

  it('is refused in the words of the server, with the way home, where a try would end the same', async () => {
    await show(new ApiError(20622, 'Khoản vay này chưa đến lúc trả.', 409));
    screen.getByText('Khoản vay này chưa đến lúc trả.');
    expect(screen.queryByText('Thử lại')).toBeNull();
    screen.getByText('Về trang chủ');
  });

  it.each([
    [false, 'Bạn đang ngoại tuyến'],
    [true, 'Hiện chưa kết nối được dịch vụ'],
  ])('is said to lack a network only where the phone says so (%s)', async (online, title) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
    await show(new ApiError('F0000', 'Xin lỗi, hệ thống hơi bận', 0));
    screen.getByText(title);
    expect(screen.queryByText('Xin lỗi, hệ thống hơi bận')).toBeNull();
    screen.getByText('Thử lại');
    vi.restoreAllMocks();
  });

  it.each([
    ['the server was busy', new ApiError(20107, 'Hệ thống bận', 503)],
    ['too much was asked', new ApiError(20106, 'Chậm lại', 429)],
    ['no answer came', new ApiError('F0000', '', 0)],
    ['something else went wrong', new Error('no')],
  ])('is tried again where %s', async (_, error) => {
    const onRetry = await show(error);
    expect(screen.queryByText('Về trang chủ')).toBeNull();
    await act(async () => screen.getByText('Thử lại').click());
    expect(onRetry).toHaveBeenCalled();
  });
});
