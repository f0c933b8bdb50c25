import type { ApiError } from './error';

/** Asks the borrower for the consents that are required before `path` may be called. Resolves to true if they agree. */
type Ask = (path: string) => Promise<boolean>;

let ask: Ask = () => Promise.resolve(false);

/** Sets how a borrower is asked. Called at start-up. */
export function onAgreementNeeded(next: Ask): void {
  ask = next;
}

/**
 * Makes a call that takes personal data. If the server reports missing consent, the borrower is asked, and after they
 * agree the call is made once more.
 */
export async function withAgreement<T>(path: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if ((error as ApiError).details?.reason === 'consent_needed' && (await ask(path))) return call();
    throw error;
  }
}
