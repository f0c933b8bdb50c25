import type { CarrierSession } from '@loanmarket/shared-types/api';
import type { Data } from '@/lib/api/contract';

const viettel = { channel: 'viettel', name: 'Viettel', ways: ['password', 'code'], register: true } as const;

export const optIndex: Data<'opt/index'> = {
  phone: '09••••5678',
  state: 'todo',
  required: false,
  suggested: 'viettel',
  validDays: 180,
  carriers: [{ ...viettel, ways: [...viettel.ways] }, { channel: 'vinaphone', name: 'VinaPhone', ways: ['code'], register: false }],
};

export const mall: Data<'mall/{channel}/index'> = { carrier: { ...viettel, ways: [...viettel.ways] }, phone: '09••••5678' };

/** A session with the carrier. */
export const attempt = (state: CarrierSession['state'], more: Partial<CarrierSession> = {}): CarrierSession => ({
  sessionId: '0198f3a0-0000-7000-8000-000000000055',
  channel: 'viettel',
  name: 'Viettel',
  phone: '09••••5678',
  kind: 'verify',
  type: 'password',
  state,
  reason: '',
  codeLength: 6,
  codesLeft: 2,
  triesLeft: 3,
  createdAt: '2026-06-14T03:00:00Z',
  ...more,
});
