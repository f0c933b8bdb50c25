/** The figures of a loan, calculated independently of the server's code. Whole dong and basis points. */

/** The quotient of non-negative integers, rounded half up. */
function divide(numerator: bigint, denominator: bigint): number {
  return Number((2n * numerator + denominator) / (2n * denominator));
}

/** The part of an amount for a rate in basis points. */
export const share = (amount: number, bps: number) => divide(BigInt(amount) * BigInt(bps), 10_000n);

/** Simple interest for a year of 365 days. */
export const interest = (principal: number, bps: number, days: number) =>
  divide(BigInt(principal) * BigInt(bps) * BigInt(days), 10_000n * 365n);

/** The annual cost of a loan with all fees, in basis points: the cost divided by the amount received, for 365 days. */
export const apr = (received: number, total: number, days: number) =>
  divide(BigInt(total - received) * 365n * 10_000n, BigInt(received) * BigInt(days));

/** An amount in Vietnamese notation. */
export const vnd = (amount: number) => `${String(amount).replace(/\B(?=(\d{3})+$)/g, '.')} ₫`;

/** A rate in Vietnamese notation. */
export const percent = (bps: number) => `${String(bps / 100).replace('.', ',')}%`;

/** The date some days later, `YYYY-MM-DD`. */
export function later(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The whole days between two dates. */
export const between = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** A pattern for a date as shown by the app, without the weekday: `12 tháng 3`. */
export function inWords(day: string): RegExp {
  const [, month, date] = day.split('-').map(Number);
  return new RegExp(`,\\s${date}\\stháng\\s${month}\\b`);
}
