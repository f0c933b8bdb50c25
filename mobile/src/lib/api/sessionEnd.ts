import { api } from './client';
import { ApiError } from './error';
import { hex, sha256 } from '@/base/hex';
import { localKeys, removeLocal, writeLocal } from '@/base/storage/local';
import type { Session } from '@/lib/session';

const START = 'ended:';
/** As long as a session can live. */
const HOURS = 720;

/**
 * The name by which a session can be ended and nothing else be done: the SHA-256 of its token. Null where the browser has
 * no cryptography, as on a page without TLS.
 */
async function handleOf(token: string): Promise<string | null> {
  try {
    return hex(await sha256(token));
  } catch {
    return null;
  }
}

/** Tells the server that a session is over. Where it cannot be told now, the session's handle stays until it can be. */
export async function reportSessionEnd(session: Session): Promise<void> {
  const told = api('member/logout', {}, { toast: false, session }).then(
    () => true,
    (error: unknown) => error instanceof ApiError && error.final,
  );
  const handle = await handleOf(session.token);
  if (handle) writeLocal(START + handle, '', HOURS);
  if ((await told) && handle) removeLocal(START + handle);
}

/** Ends what could not be ended when it was left. */
export async function reportMissedEnds(): Promise<void> {
  for (const key of localKeys(START)) {
    try {
      await api('member/endSession', { handle: key.slice(START.length) }, { toast: false });
    } catch (error) {
      if (!(error instanceof ApiError && error.final)) return;
    }
    removeLocal(key);
  }
}
