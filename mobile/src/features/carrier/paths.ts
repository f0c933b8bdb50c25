import type { CarrierSession } from '@loanmarket/shared-types/api';

/** The paths of the carrier pages. */
export const mallPath = (channel: string) => `/m/mall/${channel}`;
export const detailPath = (channel: string, type: string) => `/m/mall/${channel}/detail/${type}`;
export const registerPath = (channel: string, type = 'password') => `/m/mall/${channel}/register/${type}`;
export const resolventPath = (reason: string) => `/m/auth/resolvent?reason=${reason}`;

/** The outcome of a session as shown in its page's URL. */
export type Outcome = 'waiting' | 'success' | 'failed';

/** The outcome of a session; null while it waits for the borrower's code. */
export function outcomeOf({ state }: Pick<CarrierSession, 'state'>): Outcome | null {
  switch (state) {
    case 'code':
      return null;
    case 'starting':
    case 'waiting':
      return 'waiting';
    case 'succeeded':
      return 'success';
    default:
      return 'failed';
  }
}

/** The page on which a session continues. */
export function sessionPath(session: Pick<CarrierSession, 'state' | 'kind' | 'channel' | 'type'>): string {
  const outcome = outcomeOf(session);
  if (outcome) return `/m/mall/${session.channel}/result/${outcome}`;
  const form = session.kind === 'register' ? registerPath(session.channel, session.type) : detailPath(session.channel, session.type);
  return `${form}/next`;
}

/**
 * Why a session failed, as named by the help page. A failure for which the carrier gave no reason counts as refused.
 */
export function failureReasonOf({ state, reason }: Pick<CarrierSession, 'state' | 'reason'>): FailureReason {
  if (state === 'expired') return 'expired';
  if (state === 'replaced') return 'replaced';
  return reason === '' ? 'refused' : reason;
}

export type FailureReason = Exclude<CarrierSession['reason'], ''> | 'expired' | 'replaced';
