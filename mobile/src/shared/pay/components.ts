import type { Allocation } from '@loanmarket/shared-types/api';
import type { TextKey } from '@/i18n';

/** The names of the components to which a payment is allocated. */
export const componentNames = {
  late_fee: 'terms:lateFee',
  overdue_fee: 'terms:overdueFee',
  extension_fee: 'terms:extensionFee',
  account_fee: 'terms:accountFee',
  service_fee: 'terms:serviceFee',
  interest: 'terms:interest',
  principal: 'terms:principal',
  overpayment: 'repay:receipt.overpayment',
} as const satisfies Record<Allocation['component'], TextKey>;
