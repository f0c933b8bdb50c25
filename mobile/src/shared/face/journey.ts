import type { FaceStatusData } from '@loanmarket/shared-types/api';

/** What comes before a check on this phone; `none` where there can be no check, with why. */
export type Before = 'consent' | 'key' | 'check' | 'none';

/** The next thing before a check. `ownKey` is the id of the key that this phone has; null when it has none. */
export function beforeCheck(status: FaceStatusData, ownKey: string | null): Before {
  if (!status.offered || !status.ready || status.useSms || status.enrolment === 'review') return 'none';
  if (status.obstacle === 'identity_needed') return 'none';
  if (!status.consentGiven) return 'consent';
  return hasKey(status, ownKey) ? 'check' : 'key';
}

/** Whether the server knows the key that this phone has now. */
export function hasKey({ deviceKey }: FaceStatusData, ownKey: string | null): boolean {
  return ownKey !== null && deviceKey === ownKey;
}
