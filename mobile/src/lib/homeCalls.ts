/** What home asks of a borrower's orders: of one product they have one that goes on at most, so none is beyond the limit. */
export const RUNNING = { tab: 'running', limit: 200 } as const;
