import { withTimeout } from '@/base/withTimeout';
import { words } from '@/base/words';
import { appHeaders } from '@/bridge/appInfo';
import { getSession, type Session } from '@/lib/session';
import { withAgreement } from './agreement';
import { answered } from './answered';
import { attemptKey } from './attempt';
import { backoff } from './backoff';
import { isReading } from './changes';
import type { ApiPath, Body, Data } from './contract';
import { isIdempotent } from './contract';
import { deviceId } from './device';
import { open, read, type Answer } from './envelope';
import { ApiError } from './error';
import { writing } from './inFlight';
import { API_ORIGIN } from './origin';
import { failed } from './reporter';

const TIMEOUT_MS = 30_000;
/** A call that found no server is sent again by itself after each of these, as long as all of it stays bearable. */
const AGAIN_AFTER_MS = [600, 2_000, 5_000];
const PATIENCE_MS = 20_000;

/**
 * Calls that must not be sent twice behind the borrower's back: the code in them is good once. Every other call reads, or
 * says the same thing twice, or carries its Idempotency-Key.
 */
const ONCE: readonly ApiPath[] = ['member/checkSmsCode', 'member/secondFact'];

export interface CallOptions {
  /** Show a failure as a toast; default true (spec 8). */
  toast?: boolean;
  signal?: AbortSignal | undefined;
  /** What the path names in braces. */
  params?: Record<string, string> | undefined;
  /**
   * A name for the intention of an idempotent call, where its body must not leave a trace in the phone's storage: a
   * password, say. Otherwise the body itself stands for the intention.
   */
  attempt?: string;
  /** Whose call it is; the session of the moment unless said otherwise. Repeats go out as the same. */
  session?: Session;
}

/**
 * Makes a call of the contract and answers with its data, or throws ApiError. Calls that need an Idempotency-Key get
 * one by themselves, the same until the server has answered for good.
 */
export async function api<P extends ApiPath>(path: P, body: Body<P>, options: CallOptions = {}): Promise<Data<P>> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (!isIdempotent(path)) return (await send(path, JSON.stringify(body), headers, options)) as Data<P>;

  const attempt = attemptKey(filled(path, options.params), options.attempt ?? body);
  headers['Idempotency-Key'] = attempt.key;
  try {
    const data = await send(path, JSON.stringify(body), headers, options);
    attempt.answered();
    return data as Data<P>;
  } catch (error) {
    if (error instanceof ApiError && error.final) attempt.answered();
    throw error;
  }
}

/** The path with what it names in braces: `mall/{channel}/index`. */
function filled(path: string, params: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** Headers that every call of a session carries; it travels in `token` only, never by cookie. */
export function commonHeaders({ token }: Session): Record<string, string> {
  const headers: Record<string, string> = { 'Accept-Language': words.language(), 'X-Device-Id': deviceId(), ...appHeaders() };
  return token ? { ...headers, token } : headers;
}

async function send(path: ApiPath, body: string, headers: Record<string, string>, options: CallOptions): Promise<unknown> {
  const { session = getSession() } = options;
  const post = () => postInTime(`${API_ORIGIN}/app/${filled(path, options.params)}`, body, { ...commonHeaders(session), ...headers }, options.signal);
  try {
    const call = () => withAgreement(path, async () => open(await (ONCE.includes(path) ? post() : persistent(post, options.signal))));
    const data = await (isReading(path) ? call() : writing(call));
    // Whoever asked has left this phone, and what they are told is for nobody who came after: no page takes it in.
    if (session.token !== '' && !options.session && getSession().token !== session.token) return await new Promise<never>(() => undefined);
    answered(path);
    return data;
  } catch (error) {
    throw failed(error, { toast: options.toast ?? true, sentToken: session.token }, options.signal);
  }
}

/**
 * Does what the network may lose, and does it again while no answer comes. Where the phone itself says that it has no
 * network, the borrower is told at once.
 */
export async function persistent<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const begin = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const meant = AGAIN_AFTER_MS[attempt];
      const wait = backoff(meant ?? 0, error);
      if (meant === undefined || signal?.aborted || !navigator.onLine || performance.now() - begin + wait > PATIENCE_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (signal?.aborted) throw error;
    }
  }
}

/** Posts and reads the answer; what has not come whole in half a minute is given up. */
export function postInTime(url: string, body: string | FormData, headers: Record<string, string>, outer?: AbortSignal): Promise<Answer> {
  return withTimeout(TIMEOUT_MS, async (signal) => read(await fetch(url, { method: 'POST', body, headers, signal, credentials: 'same-origin', cache: 'no-store' })), outer);
}
