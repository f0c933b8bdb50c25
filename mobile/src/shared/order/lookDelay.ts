/** Milliseconds until what is under way elsewhere is asked for again: quick while the borrower looks at it, rarer the longer it takes. */
export function lookDelay(waitedMs: number): number {
  if (waitedMs < 20_000) return 2_000;
  if (waitedMs < 120_000) return 5_000;
  return waitedMs < 600_000 ? 15_000 : 60_000;
}
