import type { CarrierSession } from '@loanmarket/shared-types/api';

/** The steps of the carrier's pages. */
export const mallPath = (channel: string) => `/m/mall/${channel}`;
export const detailPath = (channel: string, type: string) => `/m/mall/${channel}/detail/${type}`;
export const registerPath = (channel: string, type = 'password') => `/m/mall/${channel}/register/${type}`;
export const resolventPath = (reason: string) => `/m/auth/resolvent?reason=${reason}`;

/** What a session looks like from outside; the address of its page says so. */
export type Outcome = 'waiting' | 'success' | 'failed';

/** The outcome of a session that asks nothing of the borrower; null while it waits for their code. */
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

/** The page where a session goes on. */
export function sessionPath(session: Pick<CarrierSession, 'state' | 'kind' | 'channel' | 'type'>): string {
  const outcome = outcomeOf(session);
  if (outcome) return `/m/mall/${session.channel}/result/${outcome}`;
  const form = session.kind === 'register' ? registerPath(session.channel, session.type) : detailPath(session.channel, session.type);
  return `${form}/next`;
}

/** Why a session ended badly, as the help page names it; an ending without a word of the carrier's is its being late. */
export function troubleOf({ state, reason }: Pick<CarrierSession, 'state' | 'reason'>): Trouble {
  if (state === 'expired') return 'expired';
  if (state === 'replaced') return 'replaced';
  return reason === '' ? 'refused' : reason;
}

export type Trouble = Exclude<CarrierSession['reason'], ''> | 'expired' | 'replaced';
