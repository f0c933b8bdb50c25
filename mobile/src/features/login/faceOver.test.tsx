import { act, fireEvent, screen } from '@testing-library/react';
import { beforeAll, beforeEach, it, vi } from 'vitest';

vi.mock('@/lib/deviceKey/deviceKey', async (original) => ({ ...(await original<object>()), canHaveKey: () => true, findKey: async () => ({ id: 'k' }) }));
vi.mock('@/shared/face/parts/FaceCheckPage', () => ({
  FaceCheckPage: ({ onPassed }: { onPassed: (verdict: { token: string }) => void }) => <button onClick={() => onPassed({ token: 'secret' })}>pass</button>,
}));
import { endSession } from '@/lib/session';
import { open, press, Refused } from '@/test/screen';

beforeAll(() => import('./LoginPage'), 60_000);
beforeEach(() => endSession());

it('after a face check that passed, a borrower who cannot be loaded is requested again by a button', async () => {
  const answers = {
    'member/getLoginType': { loginType: 'face' as const, types: ['sms' as const, 'face' as const] },
    'member/checkPhone': { needValidateCode: false },
    'member/consents/set': { consents: [], log: [], orderInProgress: false },
    'member/query': new Refused(500),
  };
  await open('/m/login', answers, 'visitor');
  fireEvent.change(screen.getByLabelText('Số điện thoại'), { target: { value: '0912345678' } });
  await act(async () => screen.getByRole('checkbox').click());
  fireEvent.click(await screen.findByRole('button', { name: 'Đăng nhập bằng khuôn mặt' }));
  await screen.findByRole('button', { name: 'pass' });
  await press('pass');
  await screen.findByRole('button', { name: 'Thử lại' });
});
