import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { StartFailed } from './StartFailed';
import { renderInVietnam } from '@/test/render';
import { address, open, press } from '@/test/screen';

// spec: 2.403, 8.page-403
it('/403 asks to use a phone and shows the URL to open there', async () => {
  await open('/403', {}, 'visitor');
  screen.getByText('Hãy dùng điện thoại');
  screen.getByText(/Dịch vụ này dành cho điện thoại/);
  screen.getByText('https://vay.example.vn');
});

// spec: 2.404, 8.page-404
it('/404 says that the page does not exist; its button replaces it with /m/home', async () => {
  const { moves } = await open('/404', {}, 'visitor');
  screen.getByText('Trang không tồn tại');
  await press('Về trang chủ');
  expect(moves).toEqual(['replace /m/home']);
});

// spec: 2.sorryproduct, 8.page-suspended
it('/sorryProduct says that the product is suspended; its button leads home', async () => {
  const { moves } = await open('/sorryProduct', {}, 'visitor');
  screen.getByText('Gói vay tạm ngừng');
  screen.getByText(/Công ty đang điều chỉnh gói vay này/);
  await press('Về trang chủ');
  expect(moves).toEqual(['replace /m/home']);
});

// spec: 2.sorryproduct, 8.page-not-eligible
it('/sorryProduct?reason=eligible says that the borrower is not eligible for the product', async () => {
  await open('/sorryProduct?reason=eligible', {}, 'visitor');
  screen.getByText('Bạn chưa đủ điều kiện cho gói vay này');
  screen.getByRole('button', { name: 'Về trang chủ' });
});

// spec: 2.unknown-path
it('an unknown path is replaced with /404', async () => {
  await open('/m/nowhere', {}, 'visitor');
  expect(address()).toBe('/404');
  screen.getByText('Trang không tồn tại');
});

it.each([
  [false, 'Bạn đang ngoại tuyến', /Kiểm tra Wi-Fi hoặc dữ liệu di động/],
  [true, 'Hiện chưa kết nối được dịch vụ', /Dịch vụ chưa phản hồi/],
])('a failed start says that the phone is offline only if the browser reports it (online: %s)', async (online, title, words) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  await renderInVietnam(<StartFailed />);
  screen.getByText(title);
  screen.getByText(words);
  screen.getByRole('button', { name: 'Thử lại' });
  vi.restoreAllMocks();
});
