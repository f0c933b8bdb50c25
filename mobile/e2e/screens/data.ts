import type { ProductListData } from '@loanmarket/shared-types/api';
import { expect } from '../fixtures';
import { payAtBank } from '../walk/desk';
import { QuickBorrower } from '../walk/quick';
import { somebodyOf } from '../walk/regionPerson';

/** A borrower with data on every screen. */
export interface ScreenData {
  token: string;
  phone: string;
  /** The values of path and query parameters, by name. */
  ids: Record<string, string>;
  /** Names that appear on the screens in their own language. */
  names: string[];
}

/** Creates a partly repaid running loan, an offer, two bank cards and an open payment. */
export async function borrowerWithEverything(url: string, region: string): Promise<ScreenData> {
  const borrower = new QuickBorrower(url, somebodyOf(region), 'en');
  await borrower.logIn();
  const card = await borrower.verify();
  const list = await borrower.products();
  const open = list.groups.filter(({ group }) => group === 2 || group === 3).flatMap(({ products }) => products);
  const [first, second] = [open[0]!, open[1]!];
  const { amountStep } = await borrower.call<{ amountStep: number }>('loan/detail', { loanId: first.loanId });
  const running = await borrower.apply(first.loanId, first.minAmount + amountStep, first.termsDays[0]!, card);
  await borrower.until(running, 4);
  await borrower.confirm(running);
  await borrower.payBy('bank', running, amountStep);
  await payAtBank(amountStep);
  await expect.poll(async () => (await borrower.call<{ payments: unknown[] }>('repay/record', { orderId: running })).payments).toHaveLength(1);
  await borrower.freshCode(202);
  await borrower.addCard(`${borrower.person.account.slice(0, -4)}6655`);
  const offered = await borrower.apply(second.loanId, second.minAmount, second.termsDays[0]!, card);
  await borrower.until(offered, 4);
  const { payments } = await borrower.call<{ payments: { paymentId: string }[] }>('repay/record', { orderId: running });
  const { intentId } = await borrower.payBy('paycode', running, first.minAmount);
  const {
    ticket: { ticketId },
  } = await borrower.call<{ ticket: { ticketId: string } }>('support/complain', { text: '2026', orderId: running });
  return {
    token: borrower.token,
    phone: borrower.person.phone,
    ids: { loanId: first.loanId, orderId: running, offered, ticketId, intentId, cardId: card, paymentId: payments[0]!.paymentId, amount: String(first.minAmount), termDays: String(first.termsDays[0]) },
    names: [borrower.person.name, borrower.person.name.toUpperCase(), masked(borrower.person.name), ...(await borrower.areaNames()), ...namesOf(list), ...(await namesOfMarket(borrower))],
  };
}

function namesOf({ groups }: ProductListData): string[] {
  return groups.flatMap(({ products }) => products.flatMap(({ name, lenderName, licence }) => [name, lenderName, licence]));
}

async function namesOfMarket(borrower: QuickBorrower): Promise<string[]> {
  const config = await borrower.call<Record<string, unknown>>('config/product');
  const { banks } = await borrower.call<{ banks: Record<string, string>[] }>('bankCard/banks');
  const texts = (value: object) => Object.values(value).filter((text): text is string => typeof text === 'string' && text.length > 2);
  const { carriers } = await borrower.call<{ carriers: { name: string }[] }>('opt/index');
  return [...texts(config), ...banks.flatMap(texts), ...carriers.map(({ name }) => name), asBanksPrint(String(config['companyName']))];
}

/** A name as printed by banks: "CONG TY VAY RO". */
function asBanksPrint(name: string): string {
  return name.normalize('NFD').replace(/[\u0300-\u036f]/g, '').replace(/đ/gi, 'd').toUpperCase();
}

/** A name as masked in lists: "N••••• T•• Lan". */
function masked(name: string): string {
  const words = name.split(' ');
  return words.map((word, at) => (at === words.length - 1 ? word : word.charAt(0) + '•'.repeat(word.length - 1))).join(' ');
}
