import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { open, press } from '@/test/screen';

afterEach(() => vi.restoreAllMocks());

// spec: 2.camera-help
it.each([
  ['Mozilla/5.0 (Linux; Android 13) Chrome/124.0 Mobile', 'Chọn Quyền, rồi bật Máy ảnh.'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) Version/15.6 Safari/604.1', 'Mở Cài đặt của điện thoại, chọn Safari, rồi chọn Camera.'],
])('/m/cameraHelp says how to allow the camera on this phone, and lets it be tried: %s', async (userAgent, step) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  await open('/m/cameraHelp', {}, 'visitor');
  screen.getByText(step);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  await press('Thử máy ảnh');
  screen.getByText(/Không tìm thấy máy ảnh|Máy ảnh đang bị chặn/);
});
