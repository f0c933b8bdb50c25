import { emptySeen, isNoted, noticed, type Seen } from './seen';
import { hex, sha256 } from '@/base/hex';
import { queryClient } from '@/lib/queryClient';
import { getSession, onSessionChange } from '@/lib/session';
import { reseal, unseal } from '@/lib/storage/sealed';

/** How long the data is kept, in milliseconds. A debt is useful for a week if its age is shown. */
const TTL_MS = 7 * 24 * 3_600_000;

/** The storage key of the current session. Another login has another key, and logout deletes all of them. */
async function place(token: string): Promise<string> {
  return `seen/${hex((await sha256(token)).slice(0, 12))}`;
}

/** The data that this session has seen last; empty for a visitor, and if this browser stores nothing. */
export async function lastSeen(): Promise<Seen> {
  const { token } = getSession();
  const kept = token === '' ? null : await place(token).then(unseal, () => null);
  return parsed(kept);
}

const parsed = (kept: ArrayBuffer | null): Seen => (kept ? (JSON.parse(new TextDecoder().decode(kept)) as Seen) : emptySeen);

/** Records data from responses for as long as this session lasts. Returns a function that stops this. */
export async function recordSeen(): Promise<() => void> {
  const { token } = getSession();
  const name = await place(token);
  const note = (key: readonly unknown[], data: unknown) => {
    const [path, body, at] = [String(key[0]), (key[1] ?? {}) as Record<string, unknown>, Date.now()];
    if (getSession().token !== token || !isNoted(path)) return;
    const next = (kept: ArrayBuffer | null) => {
      const seen = parsed(kept);
      const newer = noticed(seen, path, body, data, at);
      return newer === seen ? null : JSON.stringify(newer);
    };
    void reseal(name, next, TTL_MS);
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

/** The first page of a paged list, with the newest rows. */
function firstPage(data: unknown): unknown {
  const { pages } = (data ?? {}) as { pages?: unknown[] };
  return Array.isArray(pages) ? pages[0] : data;
}
