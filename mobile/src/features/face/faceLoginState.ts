import type { FaceStatusData } from '@loanmarket/shared-types/api';
import { hasKey } from '@/shared/face/journey';

/** The state that the face login page shows. */
export type FaceLoginState = 'notOffered' | 'impossible' | 'active' | 'key' | 'review' | 'identity' | 'useSms' | 'notReady' | 'off';

/** The state of the face login on this phone, or what prevents it. */
export function faceLoginStateOf(status: FaceStatusData, ownKey: string | null, possible: boolean): FaceLoginState {
  if (status.enrolment === 'active') return !possible ? 'impossible' : hasKey(status, ownKey) ? 'active' : 'key';
  if (status.enrolment === 'review') return 'review';
  if (!status.offered) return 'notOffered';
  if (!possible) return 'impossible';
  if (status.obstacle === 'identity_needed') return 'identity';
  if (status.useSms || status.obstacle === 'use_sms') return 'useSms';
  if (!status.ready) return 'notReady';
  return 'off';
}
