import { describe, expect, it } from 'vitest';
import { noticePath } from './noticePath';

describe('noticePath', () => {
  const at = (kind: string, orderId: string | null, subjectId: string | null = null) => noticePath({ kind, orderId, subjectId });

  it('leads to the subject of the notice', () => {
    expect(at('paid_out', 'o')).toBe('/m/order/detail/o');
    expect(at('ticket_answered', null, 't')).toBe('/m/customer/ticket/t');
    expect(at('hardship_broken', 'o')).toBe('/m/customer/hardship?orderId=o');
    expect(at('card_approved', null, 'c')).toBe('/m/bankCard');
    expect(at('deletion_submitted', null)).toBe('/m/delAccount');
    expect(at('proof_received', 'o')).toBe('/m/repay/proofUpload/o');
    expect(at('device_new', null)).toBe('/m/account/devices');
    expect(at('carrier_verified', null, 's')).toBe('/m/auth/opt');
  });

  it('handles kinds of a newer server', () => {
    expect(at('of_tomorrow', 'o')).toBe('/m/order/detail/o');
    expect(at('of_tomorrow', null)).toBeNull();
  });
});
