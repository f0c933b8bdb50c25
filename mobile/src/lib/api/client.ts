import { getSession } from '@/lib/session';
import { attemptKey } from './attempt';
import type { ApiPath, Body, Data } from './contract';
import { isIdempotent } from './contract';
import { deviceId } from './device';
import { ApiError, errorCode, type FailureDetails } from './error';
import { API_ORIGIN } from './origin';
import { report, words } from './reporter';

const TIMEOUT_MS = 30_000;

export interface CallOptions {
  /** Show a failure as a toast; default true (spec 8). */
  toast?: boolean;
  signal?: AbortSignal | undefined;
}

interface Envelope {
  success: boolean;
  msg: string;
  errorCode: number;
  data: unknown;
}

/**
 * Makes a call of the contract and answers with its data, or throws ApiError. Calls that need an Idempotency-Key get
 * one by themselves, the same until the server has answered for good.
 */
export async function api<P extends ApiPath>(path: P, body: Body<P>, options: CallOptions = {}): Promise<Data<P>> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (!isIdempotent(path)) return (await send(path, JSON.stringify(body), headers, options)) as Data<P>;

  const attempt = attemptKey(path, body);
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

/** Headers that every call carries; the session travels in `token` only, never by cookie. */
export function commonHeaders(): Record<string, string> {
  const { token } = getSession();
  const headers: Record<string, string> = { 'Accept-Language': words.language(), 'X-Device-Id': deviceId() };
  return token ? { ...headers, token } : headers;
}

async function send(path: string, body: string, headers: Record<string, string>, options: CallOptions): Promise<unknown> {
  const sentToken = getSession().token;
  try {
    const response = await fetchInTime(`${API_ORIGIN}/app/${path}`, body, { ...commonHeaders(), ...headers }, options.signal);
    return await open(response);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    const failure = error instanceof ApiError ? error : new ApiError('F0000', words.busy('F0000'), 0);
    report(failure, { toast: options.toast ?? true, sentToken });
    throw failure;
  }
}

/** Unpacks the envelope: data on success, an ApiError otherwise. */
export async function open(response: Response): Promise<unknown> {
  let envelope: Envelope;
  try {
    envelope = (await response.json()) as Envelope;
  } catch {
    throw new ApiError('F0001', words.busy('F0001'), response.status);
  }
  if (envelope.success) return envelope.data;
  const code = envelope.errorCode ?? 'F0001';
  const details = (envelope.data ?? {}) as FailureDetails;
  throw new ApiError(code === errorCode.success ? 'F0001' : code, envelope.msg || words.busy('F0001'), response.status, details);
}

async function fetchInTime(url: string, body: string, headers: Record<string, string>, outer?: AbortSignal): Promise<Response> {
  const inner = new AbortController();
  const abort = () => inner.abort();
  const timer = setTimeout(abort, TIMEOUT_MS);
  outer?.addEventListener('abort', abort);
  try {
    return await fetch(url, { method: 'POST', body, headers, signal: inner.signal, credentials: 'same-origin', cache: 'no-store' });
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  }
}
