import type { FaceStatusData } from '@loanmarket/shared-types/api';
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

vi.mock('@/lib/deviceKey/deviceKey', async (original) => ({ ...(await original<object>()), canHaveKey: () => true, findKey: async () => ({ id: 'k' }) }));
// The permission prompt of the camera stays open.
vi.mock('@/bridge/camera', async (original) => ({ ...(await original<object>()), openCamera: () => new Promise(() => undefined) }));
import { history } from '@/lib/nav/history';
import { level } from '@/lib/nav/overlayEntry';
import { address, open, press } from '@/test/screen';

const status: FaceStatusData = {
  offered: true, ready: true, useSms: false, enrolment: 'none', obstacle: '', consentGiven: true, consentVersion: '1', retentionDays: 1, deviceKey: 'k', endedFor: '', cardCheckNeeded: false, checksLeft: 3, retryAfter: 0,
};
const CAMERA = 'Mở máy ảnh và bắt đầu';

/** Presses a button after a touch, without which the browser would add no history entry. */
async function tap(name: string, entries: number): Promise<void> {
  window.dispatchEvent(new Event('pointerup'));
  await press(name);
  await vi.waitFor(() => expect(level()).toBe(entries));
}

async function startCheck() {
  history.push('/m/home/mine');
  const opened = await open('/m/auth/face', { 'member/face': status });
  await tap('Đăng ký khuôn mặt', 1);
  await tap(CAMERA, 2);
  screen.getByText('Đang mở máy ảnh');
  return opened;
}

it('browser back goes back one step of the face check at a time, and leaves the page only from the first step', async () => {
  await startCheck();
  const back = () => act(async () => window.history.back());
  await back();
  await screen.findByRole('button', { name: CAMERA });
  await back();
  await screen.findByRole('button', { name: 'Đăng ký khuôn mặt' });
  expect(address()).toBe('/m/auth/face');
  await back();
  await vi.waitFor(() => expect(address()).toBe('/m/home/mine'));
});

it('the header’s back button goes back one step at a time, too', async () => {
  const { moves } = await startCheck();
  await press('Quay lại');
  screen.getByRole('button', { name: CAMERA });
  await press('Quay lại');
  screen.getByRole('button', { name: 'Đăng ký khuôn mặt' });
  expect(moves).toEqual([]);
  await press('Quay lại');
  expect(moves).toEqual(['back']);
});
