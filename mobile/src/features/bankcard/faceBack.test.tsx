import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

vi.mock('@/lib/deviceKey/deviceKey', async (original) => ({ ...(await original<object>()), canHaveKey: () => true, findKey: async () => ({ id: 'k' }) }));
import { open, press, Refused } from '@/test/screen';

const typed = { bankCode: 'VCB', accountType: 'account', accountNumber: '0071000967858', accountNumberAgain: '0071000967858', passbookFileId: null };

it('the back button returns from the face check to the new-account form, which keeps its input and is not sent again', async () => {
  const { asked, moves } = await open('/m/bankCard/add', {
    'auth/detail': { topic: 'bankcard', state: 'draft', draft: typed as never, submitted: null, savedAt: null },
    'auth/saveDraft': { savedAt: '2026-06-10T03:00:00Z' },
    'bankCard/add': new Refused(422, 'Cần xác minh khuôn mặt', 20550, 'face_needed'),
    'member/face': {
      offered: true, ready: true, useSms: false, enrolment: 'active', obstacle: '', consentGiven: true, consentVersion: '1', retentionDays: 1, deviceKey: 'k', endedFor: '',
      cardCheckNeeded: true, checksLeft: 3, retryAfter: 0,
    },
  });
  await press('Lưu và tiếp tục');
  await screen.findByRole('button', { name: 'Mở máy ảnh và bắt đầu' });
  const sent = () => asked.filter(({ path }) => path === 'bankCard/add').length;
  expect(sent()).toBe(1);
  await press('Quay lại');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Số tài khoản').value.replace(/\s/g, '')).toBe('0071000967858'));
  expect(sent()).toBe(1);
  expect(moves).toEqual([]);
});
