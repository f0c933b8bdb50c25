import { withTimeout } from '@/base/withTimeout';
import { words } from '@/base/words';
import { appHeaders } from '@/bridge/appInfo';
import { getSession, type Session } from '@/lib/session';
import { withAgreement } from './agreement';
import { answered } from './answered';
import { attemptKey, type Attempt } from './attempt';
import { backoff } from './backoff';
import { isReading } from './changes';
import type { ApiPath, Body, Data } from './contract';
import { isIdempotent } from './contract';
import { deviceId } from './device';
import { open, read, type Answer } from './envelope';
import { ApiError, errorCode } from './error';
import { writing } from './inFlight';
import { API_ORIGIN } from './origin';
import { failed } from './reporter';

const TIMEOUT_MS = 30_000;
/**
 * The delays before each automatic retry of a call that could not reach the server. Retries stop when the total would
 * exceed RETRY_PERIOD_MS.
 */
const RETRY_DELAYS_MS = [600, 2_000, 5_000];
const RETRY_PERIOD_MS = 20_000;

/**
 * Calls that must not be retried automatically, because the code in them can be used only once. Every other call only
 * reads, is safe to repeat, or has an Idempotency-Key.
 */
const ONCE: readonly ApiPath[] = ['member/checkSmsCode', 'member/secondFact'];

export interface CallOptions {
  /** Whether to show a failure as a toast; default true (spec 8). */
  toast?: boolean;
  signal?: AbortSignal | undefined;
  /** The values of the path parameters in braces. */
  params?: Record<string, string> | undefined;
  /**
   * Identifies an attempt of an idempotent call whose body must not leave a trace in the phone's storage, for example
   * because it has a password. By default the body identifies the attempt.
   */
  attempt?: string;
  /** The session that makes the call; by default the current one. Retries use the same session. */
  session?: Session;
}

/**
 * Makes a call of the contract and returns its data, or throws ApiError. Calls that need an Idempotency-Key get one
 * automatically; it stays the same until the server has given a final response.
 */
export async function api<P extends ApiPath>(path: P, body: Body<P>, options: CallOptions = {}): Promise<Data<P>> {
  if (!isIdempotent(path)) return (await send(path, JSON.stringify(body), () => ({}), options)) as Data<P>;

  let attempt = null as Attempt | null;
  // Called again after an agreement: the server has rejected the attempt before it, and would repeat that.
  const begin = () => {
    attempt?.answered();
    attempt = attemptKey(filled(path, options.params), options.attempt ?? body);
    return { 'Idempotency-Key': attempt.key };
  };
  try {
    return (await send(path, JSON.stringify(body), begin, options, () => attempt?.answered())) as Data<P>;
  } catch (error) {
    if (isDecided(error)) attempt?.answered();
    throw error;
  }
}

/**
 * Whether a failure ends an attempt. A session that has ended is refused before the server looks at the key, so an
 * earlier request stays in doubt.
 */
const isDecided = (error: unknown): boolean => error instanceof ApiError && error.final && error.code !== errorCode.sessionEnded;

const never = () => new Promise<never>(() => undefined);

/** Fills the path parameters in braces, as in `mall/{channel}/index`. */
function filled(path: string, params: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** The headers of every call of a session. The session is sent only in the `token` header, never as a cookie. */
export function commonHeaders({ token }: Session): Record<string, string> {
  const headers: Record<string, string> = { 'Accept-Language': words.language(), 'X-Device-Id': deviceId(), ...appHeaders() };
  return token ? { ...headers, token } : headers;
}

/**
 * Sends a call. `begin` is called whenever a new attempt begins, and returns its headers; `end` when it has succeeded,
 * even if nobody waits for the data any more, and when it has failed for good and nobody waits for that any more.
 */
async function send(path: ApiPath, body: string, begin: () => Record<string, string>, options: CallOptions, end?: () => void): Promise<unknown> {
  const { session = getSession() } = options;
  // The caller has logged out meanwhile. The outcome must not reach the next user of the phone, so the promise never
  // settles.
  const isOver = () => session.token !== '' && !options.session && getSession().token !== session.token;
  const attempt = async () => {
    const headers = { 'Content-Type': 'application/json', ...begin() };
    const post = () => postInTime(`${API_ORIGIN}/app/${filled(path, options.params)}`, body, { ...commonHeaders(session), ...headers }, options.signal);
    return open(await (ONCE.includes(path) ? post() : persistent(post, options.signal)));
  };
  try {
    const call = () => withAgreement(path, attempt);
    const data = await (isReading(path) ? call() : writing(call));
    end?.();
    if (isOver()) return await never();
    answered(path);
    return data;
  } catch (error) {
    // A query has to learn that it failed, and shows nothing of it.
    if (isOver() && !isReading(path)) {
      if (isDecided(error)) end?.();
      return never();
    }
    throw failed(error, { toast: options.toast ?? true, sentToken: session.token }, options.signal);
  }
}

/**
 * Runs work that the network may fail, and retries it while no response arrives. If the phone itself reports that it is
 * offline, the error is thrown immediately.
 */
export async function persistent<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const begin = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const meant = RETRY_DELAYS_MS[attempt];
      const wait = backoff(meant ?? 0, error);
      if (meant === undefined || signal?.aborted || !navigator.onLine || performance.now() - begin + wait > RETRY_PERIOD_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (signal?.aborted) throw error;
    }
  }
}

/**
 * Sends a POST request and reads the response. It times out if the complete response has not arrived within TIMEOUT_MS.
 */
export function postInTime(url: string, body: string | FormData, headers: Record<string, string>, outer?: AbortSignal): Promise<Answer> {
  return withTimeout(TIMEOUT_MS, async (signal) => read(await fetch(url, { method: 'POST', body, headers, signal, credentials: 'same-origin', cache: 'no-store' })), outer);
}
