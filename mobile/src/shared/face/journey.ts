import type { FaceStatusData } from '@loanmarket/shared-types/api';

/** What is required before a check on this phone; `none` if no check is possible. */
export type Before = 'consent' | 'key' | 'check' | 'none';

/** The next requirement before a check. `ownKey` is the id of this phone's key; null if it has none. */
export function beforeCheck(status: FaceStatusData, ownKey: string | null): Before {
  if (!status.offered || !status.ready || status.useSms || status.enrolment === 'review') return 'none';
  if (status.obstacle === 'identity_needed') return 'none';
  if (!status.consentGiven) return 'consent';
  return hasKey(status, ownKey) ? 'check' : 'key';
}

/** Whether the server knows the current key of this phone. */
export function hasKey({ deviceKey }: FaceStatusData, ownKey: string | null): boolean {
  return ownKey !== null && deviceKey === ownKey;
}
