import type { FaceStatusData } from '@loanmarket/shared-types/api';
import type { FaceObstacle } from './hooks/useAddCard';
import type { Stop } from '@/shared/face/stage';

/** Why a check did not take place, for the reviewer. */
export function obstacleOf(why: Stop | 'no_consent' | null): FaceObstacle {
  switch (why) {
    case 'no_consent':
    case '000':
    case '001':
    case '002':
    case '003':
    case 'not_passed':
    case 'use_sms':
      return why;
    case 'step_up':
    case 'refused':
      return 'not_passed';
    case 'wait':
      return 'use_sms';
    case 'camera_busy':
    case 'camera_lost':
      return '001';
    case 'key':
      return '002';
    case 'lost':
      return 'lost';
    default:
      // There was no obstacle; the borrower chose SMS.
      return 'chose_sms';
  }
}

/** What prevents a check before it begins; null if nothing does. */
export function obstacleBefore({ offered, ready, useSms, enrolment, obstacle }: FaceStatusData, possible: boolean): FaceObstacle | null {
  if (!possible || !offered) return '002';
  if (!ready) return '000';
  if (useSms) return 'use_sms';
  return enrolment === 'review' || obstacle === 'identity_needed' ? 'not_passed' : null;
}
