/** Figures of a loan worked out by hand, apart from the server's own code. Whole dong and basis points. */

/** A quotient of non-negative integers, rounded half up. */
function divide(numerator: bigint, denominator: bigint): number {
  return Number((2n * numerator + denominator) / (2n * denominator));
}

/** Basis points of an amount. */
export const share = (amount: number, bps: number) => divide(BigInt(amount) * BigInt(bps), 10_000n);

/** Simple interest, the year being 365 days. */
export const interest = (principal: number, bps: number, days: number) =>
  divide(BigInt(principal) * BigInt(bps) * BigInt(days), 10_000n * 365n);

/** What a loan costs a year with all fees, in basis points: cost over what was received, on 365 days. */
export const apr = (received: number, total: number, days: number) =>
  divide(BigInt(total - received) * 365n * 10_000n, BigInt(received) * BigInt(days));

/** An amount as it is written in Vietnam. */
export const vnd = (amount: number) => `${String(amount).replace(/\B(?=(\d{3})+$)/g, '.')} ₫`;

/** A rate as it is written in Vietnam. */
export const percent = (bps: number) => `${String(bps / 100).replace('.', ',')}%`;

/** A day some days later, `YYYY-MM-DD`. */
export function later(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Whole days between two dates. */
export const between = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** A date as the app says it, without the weekday: `12 tháng 3`. */
export function inWords(day: string): RegExp {
  const [, month, date] = day.split('-').map(Number);
  return new RegExp(`,\\s${date}\\stháng\\s${month}\\b`);
}
