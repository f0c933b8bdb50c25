import { hearServerTime } from '@/base/serverClock';
import { words } from '@/base/words';
import { ApiError, errorCode, type FailureDetails } from './error';

/** The format of every response of the server. */
interface Envelope {
  success: boolean;
  msg: string;
  errorCode: number;
  data: unknown;
}

/** A parsed response with its HTTP status. */
export interface Answer {
  envelope: Envelope;
  status: number;
  details: FailureDetails;
}

/**
 * Parses the envelope of a response. A body that is not an envelope came from an intermediary and tells nothing about
 * the call: it throws ApiError F0001, after which the call is retried.
 */
export async function read(response: Response): Promise<Answer> {
  const details = retryAfterOf(response);
  const envelope = parsed(await response.text());
  if (envelope === null) throw new ApiError('F0001', words.busy('F0001'), 0, details);
  hearServerTime(response.headers.get('Date'));
  return { envelope, status: response.status, details };
}

function parsed(text: string): Envelope | null {
  try {
    const envelope = JSON.parse(text) as Envelope | null;
    return typeof envelope?.success === 'boolean' && typeof envelope.errorCode === 'number' ? envelope : null;
  } catch {
    return null;
  }
}

/** Unwraps the envelope: returns the data on success and throws an ApiError otherwise. */
export function open({ envelope, status, details }: Answer): unknown {
  const { success, errorCode: code, msg, data } = envelope;
  if (success) return data;
  throw new ApiError(code === errorCode.success ? 'F0001' : code, msg || words.busy('F0001'), status, { ...details, ...(data as FailureDetails | null) });
}

/**
 * Reads Retry-After, sent by the server or by a proxy. Only seconds are supported, because no HTTP date is used there.
 */
function retryAfterOf({ headers }: Response): FailureDetails {
  const seconds = Number(headers.get('Retry-After') ?? NaN);
  return seconds > 0 ? { retryAfter: seconds } : {};
}
