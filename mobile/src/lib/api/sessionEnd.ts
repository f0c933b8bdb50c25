import { api } from './client';
import { ApiError } from './error';
import { hex, sha256 } from '@/base/hex';
import { localKeys, removeLocal, writeLocal } from '@/base/storage/local';
import type { Session } from '@/lib/session';

const START = 'ended:';
/** The maximum lifetime of a session, in hours. */
const TTL_HOURS = 720;

/**
 * Returns the handle that can only be used to end the session: the SHA-256 of its token. Null if the browser has no Web
 * Crypto, as on a page without TLS.
 */
async function handleOf(token: string): Promise<string | null> {
  try {
    return hex(await sha256(token));
  } catch {
    return null;
  }
}

/** Reports to the server that a session has ended. If that fails, the session's handle is stored and reported later. */
export async function reportSessionEnd(session: Session): Promise<void> {
  const told = api('member/logout', {}, { toast: false, session }).then(
    () => true,
    (error: unknown) => error instanceof ApiError && error.final,
  );
  const handle = await handleOf(session.token);
  if (handle) writeLocal(START + handle, '', TTL_HOURS);
  if ((await told) && handle) removeLocal(START + handle);
}

/** Ends the sessions whose end could not be reported at logout. */
export async function retrySessionEnds(): Promise<void> {
  for (const key of localKeys(START)) {
    try {
      await api('member/endSession', { handle: key.slice(START.length) }, { toast: false });
    } catch (error) {
      if (!(error instanceof ApiError && error.final)) return;
    }
    removeLocal(key);
  }
}
