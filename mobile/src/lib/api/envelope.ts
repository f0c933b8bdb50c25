import { hearServerTime } from '@/base/serverClock';
import { words } from '@/base/words';
import { ApiError, errorCode, type FailureDetails } from './error';

/** What every answer of the server is. */
interface Envelope {
  success: boolean;
  msg: string;
  errorCode: number;
  data: unknown;
}

/** What the server answered, with the status under which it came. */
export interface Answer {
  envelope: Envelope;
  status: number;
  details: FailureDetails;
}

/** Reads the envelope. What is none came from somebody in between and says nothing: an ApiError F0001, after which a call is sent again. */
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

/** Unpacks the envelope: data on success, an ApiError otherwise. */
export function open({ envelope, status, details }: Answer): unknown {
  const { success, errorCode: code, msg, data } = envelope;
  if (success) return data;
  throw new ApiError(code === errorCode.success ? 'F0001' : code, msg || words.busy('F0001'), status, { ...details, ...(data as FailureDetails | null) });
}

/** What a server, or a proxy before it, says in the head of an answer; dates are not used there. */
function retryAfterOf({ headers }: Response): FailureDetails {
  const seconds = Number(headers.get('Retry-After') ?? NaN);
  return seconds > 0 ? { retryAfter: seconds } : {};
}
