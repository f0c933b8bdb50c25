import { expect } from '@playwright/test';

export const ours = process.env.E2E_BASE_URL ?? 'http://127.0.0.1:8080';
let base = ours;

/** Switches to the development desk of another stack, or back to that of all tests. */
export function sitAt(url = ours): void {
  base = url;
}

interface Sms {
  phone: string;
  body: string;
  sentAt: string;
}

interface Intent {
  intentId: string;
  orderNo: string;
  amount: number;
  memo: string;
}

interface DeskState {
  now: string;
  sms: Sms[];
  intents: Intent[];
  payments: { reference: string; amount: number; outcome: string }[];
  reviews: { kind: string; id: string; detail: string }[];
  imageCodes: { phone: string; answer: string }[];
  conversions: { eventId: string }[];
  tracks: { pageId: string; buttonId: string; at: string }[];
}

/**
 * The world outside the app as seen by the development desk: SMS (optionally only those to numbers with this ending),
 * bank, operator, clock.
 */
export async function look(phone = ''): Promise<DeskState> {
  const answer = await fetch(`${base}/dev/state?phone=${phone}`);
  return (await answer.json()) as DeskState;
}

/** The messages on a phone, newest first. `phone` is the number as typed by the borrower. */
export async function messagesOn(phone: string): Promise<Sms[]> {
  return (await look(phone.replace(/^0/, ''))).sms;
}

async function act(call: 'clock' | 'pay' | 'reverse' | 'decide', request: object): Promise<void> {
  const answer = await fetch(`${base}/dev/${call}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  });
  const { success, msg } = (await answer.json()) as { success: boolean; msg: string };
  if (!success) throw new Error(`The desk refused ${call}: ${msg}`);
}

/** Triggers an SMS code and waits for it on the phone. */
export async function smsCode(phone: string, send: () => Promise<unknown>): Promise<string> {
  const codes = async () => (await messagesOn(phone)).filter(({ body }) => /^\d{4} /.test(body));
  const before = (await codes())[0]?.sentAt ?? '';
  await send();
  let code = '';
  await expect
    .poll(async () => {
      const [newest] = await codes();
      if (newest && newest.sentAt > before) code = newest.body.slice(0, 4);
      return code;
    })
    .not.toBe('');
  return code;
}

/**
 * How the memo of a transfer arrives: as given, in lower case between other words, cut off at the end, or replaced by
 * the payer's own text.
 */
export type Memo = 'exact' | 'lower case' | 'cut' | 'unknown';

/** Pays the latest open payment of an amount from a bank account. */
export async function payAtBank(amount: number, memo: Memo = 'exact', paid = amount): Promise<void> {
  const intent = (await look()).intents.find((open) => open.amount === amount);
  if (!intent) throw new Error(`no open payment of ${amount}`);
  await act('pay', { intentId: intent.intentId, amount: paid, memo });
}

/** Makes the bank reverse the latest payment of an amount. */
export async function takeBack(amount: number): Promise<void> {
  const payment = (await look()).payments.find((paid) => paid.amount === amount);
  if (!payment) throw new Error(`no payment of ${amount}`);
  await act('reverse', { reference: payment.reference });
}

/** The new bank cards under review. */
export async function cardsToReview(): Promise<DeskState['reviews']> {
  return (await look()).reviews.filter(({ kind }) => kind === 'card');
}

/** Decides the only bank card under review, as an operator. */
export async function decideCard(approve: boolean): Promise<void> {
  const cards = await cardsToReview();
  expect(cards).toHaveLength(1);
  await act('decide', { kind: 'card', id: cards[0]!.id, decision: approve ? 'approve' : 'reject' });
}

/** Moves the business clock forward. */
export async function letPass(time: { days?: number; hours?: number }): Promise<void> {
  await act('clock', { seconds: (time.days ?? 0) * 86_400 + (time.hours ?? 0) * 3600 });
}

/** Today's date in Vietnam by the business clock, `YYYY-MM-DD`. */
export async function today(): Promise<string> {
  const { now } = await look();
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' }).format(new Date(now));
}
