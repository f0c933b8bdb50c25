import type { ApiError } from './error';

/** Asks the borrower for what has to be agreed to before `path` may be called; true when they have agreed. */
type Ask = (path: string) => Promise<boolean>;

let ask: Ask = () => Promise.resolve(false);

/** The app's start-up says here how a borrower is asked. */
export function onAgreementNeeded(next: Ask): void {
  ask = next;
}

/** Makes a call that takes personal data. Where the server misses their consent they are asked, and it is made once more. */
export async function withAgreement<T>(path: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if ((error as ApiError).details?.reason === 'consent_needed' && (await ask(path))) return call();
    throw error;
  }
}
