import type { ProductListData } from '@loanmarket/shared-types/api';
import { expect } from '../fixtures';
import { payAtBank } from '../walk/desk';
import { QuickBorrower } from '../walk/quick';
import { somebodyOf } from '../walk/regionPerson';

/** A borrower with something on every screen, and what her screens are about. */
export interface ScreenData {
  token: string;
  phone: string;
  /** Values for the parameters of paths and queries, by their names. */
  ids: Record<string, string>;
  /** Names that stand on the screens in their own language. */
  names: string[];
}

/** A loan that runs and is partly paid, an offer, two accounts, an open payment. */
export async function borrowerWithEverything(url: string, region: string): Promise<ScreenData> {
  const she = new QuickBorrower(url, somebodyOf(region), 'en');
  await she.logIn();
  const card = await she.verify();
  const list = await she.products();
  const open = list.groups.filter(({ group }) => group === 2 || group === 3).flatMap(({ products }) => products);
  const [first, second] = [open[0]!, open[1]!];
  const { amountStep } = await she.call<{ amountStep: number }>('loan/detail', { loanId: first.loanId });
  const running = await she.apply(first.loanId, first.minAmount + amountStep, first.termsDays[0]!, card);
  await she.until(running, 4);
  await she.confirm(running);
  await she.payBy('bank', running, amountStep);
  await payAtBank(amountStep);
  await expect.poll(async () => (await she.call<{ payments: unknown[] }>('repay/record', { orderId: running })).payments).toHaveLength(1);
  await she.freshCode(202);
  await she.addCard(`${she.person.account.slice(0, -4)}6655`);
  const offered = await she.apply(second.loanId, second.minAmount, second.termsDays[0]!, card);
  await she.until(offered, 4);
  const { payments } = await she.call<{ payments: { paymentId: string }[] }>('repay/record', { orderId: running });
  const { intentId } = await she.payBy('paycode', running, first.minAmount);
  const {
    ticket: { ticketId },
  } = await she.call<{ ticket: { ticketId: string } }>('support/complain', { text: '2026', orderId: running });
  return {
    token: she.token,
    phone: she.person.phone,
    ids: { loanId: first.loanId, orderId: running, offered, ticketId, intentId, cardId: card, paymentId: payments[0]!.paymentId, amount: String(first.minAmount), termDays: String(first.termsDays[0]) },
    names: [she.person.name, she.person.name.toUpperCase(), masked(she.person.name), ...(await she.areaNames()), ...namesOf(list), ...(await namesOfHouse(she))],
  };
}

function namesOf({ groups }: ProductListData): string[] {
  return groups.flatMap(({ products }) => products.flatMap(({ name, lenderName, licence }) => [name, lenderName, licence]));
}

async function namesOfHouse(she: QuickBorrower): Promise<string[]> {
  const config = await she.call<Record<string, unknown>>('config/product');
  const { banks } = await she.call<{ banks: Record<string, string>[] }>('bankCard/banks');
  const texts = (value: object) => Object.values(value).filter((text): text is string => typeof text === 'string' && text.length > 2);
  const { carriers } = await she.call<{ carriers: { name: string }[] }>('opt/index');
  return [...texts(config), ...banks.flatMap(texts), ...carriers.map(({ name }) => name), 'CONG TY LOAN MARKET'];
}

/** A name as lists show it: "N••••• T•• Lan". */
function masked(name: string): string {
  const words = name.split(' ');
  return words.map((word, at) => (at === words.length - 1 ? word : word.charAt(0) + '•'.repeat(word.length - 1))).join(' ');
}
