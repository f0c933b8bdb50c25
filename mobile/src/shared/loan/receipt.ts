import type { FeeTerms, Quote } from '@loanmarket/shared-types/api';
import { text } from '@/i18n';
import { formatDay } from '@/lib/format/date';
import { formatMoney, formatRate } from '@/lib/format/money';
import type { ReceiptLine } from '@/ui/money/Receipt';

/** The lines from the loan amount to the amount received. */
export function receivedLines(quote: Quote): ReceiptLine[] {
  return [
    { label: text('terms:loanAmount'), amount: quote.amount },
    ...fee('whyFrontServiceFee', 'terms:frontServiceFee', quote.frontServiceFee, text('loan:why.frontFee'), true),
  ];
}

/** The lines of the amount to repay. Fees that are not charged have no line. */
export function repaidLines(quote: Quote): ReceiptLine[] {
  const rate = formatRate(quote.annualRateBps);
  return [
    { label: text('terms:principal'), amount: quote.amount },
    { label: text('terms:interest'), amount: quote.interest, why: text('loan:why.interest', { rate, days: quote.interestDays }), track: 'whyInterest' },
    ...fee('whyServiceFee', 'terms:serviceFee', quote.serviceFee, text('loan:why.serviceFee')),
    ...fee('whyAccountFee', 'terms:accountFee', quote.accountFee, text('loan:why.accountFee')),
  ];
}

/** The lines below the total: the due date, and the rates by which loans can be compared. */
export function rateLines(quote: Quote, dueDate = text('terms:dueDate')): ReceiptLine[] {
  return [
    { label: dueDate, amount: formatDay(quote.dueDate) },
    { label: text('terms:annualRate'), amount: formatRate(quote.annualRateBps) },
    { label: text('terms:apr'), amount: formatRate(quote.aprBps), why: text('loan:why.apr'), track: 'whyApr' },
    { label: text('loan:receipt.effective'), amount: formatRate(quote.effectiveAprBps), why: text('loan:why.effective'), track: 'whyEffectiveApr' },
  ];
}

/** Why a loan runs longer than its term if its last day is a bank holiday; null otherwise. */
export function dueDateShift({ interestDays, termDays }: Quote): string | null {
  return interestDays > termDays ? text('loan:calc.moved', { days: interestDays }) : null;
}

/** The cost of paying late or of extending the loan. */
export function lateLines(quote: Quote, fees: FeeTerms): ReceiptLine[] {
  const lines: ReceiptLine[] = [];
  if (quote.overdueFeeBpsDay > 0) {
    lines.push({
      label: text('terms:overdueFee'),
      amount: text('loan:receipt.overdueRate', { rate: formatRate(quote.overdueFeeBpsDay) }),
      why: text('loan:why.overdueFee', { cap: formatRate(quote.overdueFeeCapBps) }),
      track: 'whyOverdueFee',
    });
  }
  if (quote.lateFee > 0) {
    lines.push({
      label: text('terms:lateFee'),
      amount: formatMoney(quote.lateFee, quote.currency),
      why: text('loan:why.lateFee', { count: quote.graceDays }),
      track: 'whyLateFee',
    });
  }
  if (fees.extensionMax > 0) {
    lines.push({
      label: text('terms:extensionFee'),
      amount: text('loan:receipt.extensionRate', { rate: formatRate(fees.extensionFeeBps), n: fees.extensionDays }),
      why: text('loan:why.extensionFee', { count: fees.extensionMax }),
      track: 'whyExtensionFee',
    });
  }
  return lines;
}

function fee(track: string, label: 'terms:frontServiceFee' | 'terms:serviceFee' | 'terms:accountFee', amount: number, why: string, minus = false): ReceiptLine[] {
  return amount === 0 ? [] : [{ label: text(label), amount, why, track, minus }];
}
