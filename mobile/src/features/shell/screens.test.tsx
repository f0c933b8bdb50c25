import { DefaultIonLifeCycleContext, IonLifeCycleContext } from '@ionic/react';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import CameraHelpPage from './CameraHelpPage';
import { renderPage } from '@/test/page';
import { open, press } from '@/test/screen';

afterEach(() => {
  vi.restoreAllMocks();
  Object.defineProperty(navigator, 'mediaDevices', { value: undefined, configurable: true });
});

// spec: 2.camera-help
it.each([
  ['Mozilla/5.0 (Linux; Android 13) Chrome/124.0 Mobile', 'Chọn Quyền, rồi bật Máy ảnh.'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) Version/15.6 Safari/604.1', 'Mở Cài đặt của điện thoại, chọn Safari, rồi chọn Camera.'],
])('/m/cameraHelp explains how to allow the camera on this phone, and offers to try it: %s', async (userAgent, step) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  await open('/m/cameraHelp', {}, 'visitor');
  screen.getByText(step);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  await press('Thử máy ảnh');
  screen.getByText(/Không tìm thấy máy ảnh|Máy ảnh đang bị chặn/);
});

/** A camera that opens on demand. Returns the stop functions of the streams that it opened. */
function cameraOnDemand() {
  const stops: ReturnType<typeof vi.fn>[] = [];
  let give: () => void = () => undefined;
  const getUserMedia = () =>
    new Promise((resolve) => {
      give = () => {
        const stop = vi.fn();
        stops.push(stop);
        resolve({ getTracks: () => [{ stop }] });
      };
    });
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
  return { stops, give: () => act(async () => give()) };
}

it('releases the camera when its page is hidden, and a camera that opens after its page was left', async () => {
  const { stops, give } = cameraOnDemand();
  const hide = (hidden: boolean) =>
    act(async () => {
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
      document.dispatchEvent(new Event('visibilitychange'));
    });

  await open('/m/cameraHelp', {}, 'visitor');
  await press('Thử máy ảnh');
  await give();
  screen.getByText(/^Máy ảnh hoạt động tốt/);
  await hide(true);
  expect(stops[0]).toHaveBeenCalled();
  await hide(false);
  await press('Thử máy ảnh');
  cleanup();
  await give();
  expect(stops[1]).toHaveBeenCalled();
});

it('releases the camera when another page covers its page, and a camera that opens after that', async () => {
  const { stops, give } = cameraOnDemand();
  const life = new DefaultIonLifeCycleContext();
  const leave = () => act(async () => life.ionViewWillLeave());
  await renderPage(
    <IonLifeCycleContext.Provider value={life}>
      <CameraHelpPage />
    </IonLifeCycleContext.Provider>,
    '/m/cameraHelp',
    'shell',
  );
  const tryIt = () => act(async () => screen.getByRole('button', { name: 'Thử máy ảnh' }).click());
  await tryIt();
  await give();
  screen.getByText(/^Máy ảnh hoạt động tốt/);
  await leave();
  expect(stops[0]).toHaveBeenCalled();
  expect(screen.queryByText(/^Máy ảnh hoạt động tốt/)).toBeNull();
  await tryIt();
  await leave();
  await give();
  expect(stops[1]).toHaveBeenCalled();
});
