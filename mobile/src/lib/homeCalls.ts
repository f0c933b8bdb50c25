/**
 * The request body with which home loads the borrower's orders. A borrower has at most one running order per product,
 * so the limit is never exceeded.
 */
export const RUNNING = { tab: 'running', limit: 200 } as const;
