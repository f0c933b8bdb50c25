import type { QuickBorrower } from './quick';

/**
 * Creates a running loan for a verified borrower: the minimum amount of the named product, or of the first one, for 91
 * days.
 */
export async function debtor(borrower: QuickBorrower, cardId: string, product?: string): Promise<{ orderId: string; orderNo: string; due: string }> {
  const open = (await borrower.products()).groups.filter(({ group }) => group === 2 || group === 3).flatMap(({ products }) => products);
  const loan = open.find(({ termsDays, name }) => termsDays.includes(91) && (product ?? name) === name)!;
  const orderId = await borrower.apply(loan.loanId, loan.minAmount, 91, cardId);
  await borrower.until(orderId, 4);
  await borrower.confirm(orderId);
  const { order } = await borrower.until(orderId, 9, 1);
  return { orderId, orderNo: order.orderNo, due: order.dueDate! };
}
