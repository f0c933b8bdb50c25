import { noticed, nothingSeen, type Seen } from './seen';
import { hex, sha256 } from '@/base/hex';
import { queryClient } from '@/lib/queryClient';
import { getSession, onSessionChange } from '@/lib/session';
import { seal, unseal } from '@/lib/storage/sealed';

/** A debt is worth reading for a week, with its age beside it. */
const KEPT_MS = 7 * 24 * 3_600_000;

/** The place of the session that stands now: another login has another, and log-out wipes them all. */
async function place(token: string): Promise<string> {
  return `seen/${hex((await sha256(token)).slice(0, 12))}`;
}

/** What this session has last seen; nothing for a visitor, and where this browser keeps nothing. */
export async function lastSeen(): Promise<Seen> {
  const { token } = getSession();
  const kept = token === '' ? null : await place(token).then(unseal, () => null);
  return kept ? (JSON.parse(new TextDecoder().decode(kept)) as Seen) : nothingSeen;
}

/** Notes what the answers say as long as this session lasts. Answers with the way to stop. */
export async function recordSeen(): Promise<() => void> {
  const { token } = getSession();
  const [name, before] = await Promise.all([place(token), lastSeen()]);
  let seen = before;
  const note = (key: readonly unknown[], data: unknown) => {
    if (getSession().token !== token) return;
    const next = noticed(seen, String(key[0]), (key[1] ?? {}) as Record<string, unknown>, data, Date.now());
    if (next === seen) return;
    seen = next;
    void seal(name, JSON.stringify(seen), KEPT_MS);
  };
  const cache = queryClient.getQueryCache();
  for (const { queryKey, state } of cache.getAll()) if (state.data !== undefined) note(queryKey, firstPage(state.data));
  const stop = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') note(event.query.queryKey, firstPage(event.query.state.data));
  });
  const quit = onSessionChange(() => {
    if (getSession().token === token) return;
    stop();
    quit();
  });
  return () => {
    stop();
    quit();
  };
}

/** The newest rows of a list that is read page by page. */
function firstPage(data: unknown): unknown {
  const { pages } = (data ?? {}) as { pages?: unknown[] };
  return Array.isArray(pages) ? pages[0] : data;
}
