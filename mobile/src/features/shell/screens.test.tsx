import { act, cleanup, screen } from '@testing-library/react';
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

it('lets go of a camera that opens when its page has been left, or is hidden', async () => {
  const tracks: { stop: ReturnType<typeof vi.fn> }[] = [];
  let give: () => void = () => undefined;
  const getUserMedia = () =>
    new Promise((resolve) => {
      give = () => {
        const track = { stop: vi.fn() };
        tracks.push(track);
        resolve({ getTracks: () => [track] });
      };
    });
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
  const hide = (hidden: boolean) =>
    act(async () => {
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
      document.dispatchEvent(new Event('visibilitychange'));
    });

  await open('/m/cameraHelp', {}, 'visitor');
  await press('Thử máy ảnh');
  await act(async () => give());
  screen.getByText(/^Máy ảnh hoạt động tốt/);
  await hide(true);
  expect(tracks[0]!.stop).toHaveBeenCalled();
  await hide(false);
  await press('Thử máy ảnh');
  cleanup();
  await act(async () => give());
  expect(tracks[1]!.stop).toHaveBeenCalled();
  Object.defineProperty(navigator, 'mediaDevices', { value: undefined, configurable: true });
});
