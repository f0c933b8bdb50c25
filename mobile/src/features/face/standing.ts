import type { FaceStatusData } from '@loanmarket/shared-types/api';
import { hasKey } from '@/shared/face/journey';

/** What the page of the face shows. */
export type Standing = 'notOffered' | 'impossible' | 'active' | 'key' | 'review' | 'identity' | 'useSms' | 'notReady' | 'off';

/** How the face stands on this phone. */
export function standingOf(status: FaceStatusData, ownKey: string | null, possible: boolean): Standing {
  if (status.enrolment === 'active') return !possible ? 'impossible' : hasKey(status, ownKey) ? 'active' : 'key';
  if (status.enrolment === 'review') return 'review';
  if (!status.offered) return 'notOffered';
  if (!possible) return 'impossible';
  if (status.obstacle === 'identity_needed') return 'identity';
  if (status.useSms || status.obstacle === 'use_sms') return 'useSms';
  if (!status.ready) return 'notReady';
  return 'off';
}
