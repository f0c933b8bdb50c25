import type { InboxNotice } from '@loanmarket/shared-types/api';

/** The page that a notice opens. Unknown kinds of a newer server open their loan, or nothing. */
export function noticePath({ kind, orderId, subjectId }: Pick<InboxNotice, 'kind' | 'orderId' | 'subjectId'>): string | null {
  if (kind.startsWith('ticket_') && subjectId) return `/m/customer/ticket/${subjectId}`;
  if (kind.startsWith('hardship_') && orderId) return `/m/customer/hardship?orderId=${orderId}`;
  if ((kind === 'proof_received' || kind === 'proof_rejected') && orderId) return `/m/repay/proofUpload/${orderId}`;
  if (kind.startsWith('card_')) return '/m/bankCard';
  if (kind.startsWith('deletion_')) return '/m/delAccount';
  if (kind.startsWith('device_')) return '/m/account/devices';
  if (kind.startsWith('carrier_')) return '/m/auth/opt';
  return orderId ? `/m/order/detail/${orderId}` : null;
}
