import type { FaceGuidanceCode, FaceProgress, FaceStep } from '@loanmarket/shared-types/api';
import type { PicturePose } from '@loanmarket/shared-types/face';
import { ApiError } from '@/lib/api/error';

export type StepKind = FaceStep['kind'];

/**
 * Why a check stopped. 000 to 003 are the results of the specification; `not_passed` to `wait` are decisions of the
 * server.
 */
export type Stop =
  | '000'
  | '001'
  | '002'
  | '003'
  | 'not_passed'
  | 'use_sms'
  | 'step_up'
  | 'wait'
  /** Another app uses the camera. */
  | 'camera_busy'
  /** The camera stopped during the check. */
  | 'camera_lost'
  /** The page was hidden during the check. */
  | 'interrupted'
  /** No network. */
  | 'lost'
  /** This phone's key is not the one registered on the server. */
  | 'key'
  /** No face is enrolled, or the enrolment is under review or was ended meanwhile. */
  | 'refused';

/** What the screen currently shows. */
export type Stage =
  | { at: 'intro' }
  | { at: 'opening' }
  | { at: 'aligning'; step: FaceStep; guidance: FaceGuidanceCode }
  | { at: 'acting'; step: FaceStep; half: 'there' | 'back'; /** The pose has not been reached for a while. */ more?: boolean }
  | { at: 'picture'; step: FaceStep; pose: PicturePose; number: number; count: number; guidance: FaceGuidanceCode }
  | { at: 'sending'; step: FaceStep }
  | { at: 'judging' }
  | { at: 'passed' }
  | { at: 'stopped'; why: Stop; /** Seconds. */ retryAfter: number; /** The server's message. */ words: string };

/** Thrown to stop a check. */
export class Stopped extends Error {
  override name = 'Stopped';

  constructor(
    readonly why: Stop,
    readonly retryAfter = 0,
    readonly words = '',
  ) {
    super(why);
  }
}

/** Stops by the reason in the server's response. */
const reasons: Record<string, Stop> = {
  face_not_passed: 'not_passed',
  face_use_sms: 'use_sms',
  face_step_up: 'step_up',
  face_wait: 'wait',
  face_unavailable: '000',
  face_token_expired: '003',
  face_key_wrong: 'key',
  face_key_needed: 'key',
};

/** Converts the error of a failed call to a stop. */
export function stoppedBy(error: unknown): Stopped {
  if (error instanceof Stopped) return error;
  if (!(error instanceof ApiError)) return new Stopped('000');
  const { details, message, final, offline } = error;
  if (offline) return new Stopped('lost');
  // A page of a proxy or a request that did not arrive says nothing about the face, so the check can be repeated.
  const why = reasons[details.reason ?? ''] ?? (final ? 'refused' : '000');
  return new Stopped(why, details.retryAfter ?? 0, message);
}

/** The stop for a check that the server has ended. */
export function endOf({ result, retryAfter, useSms }: FaceProgress): Stopped {
  if (useSms) return new Stopped('use_sms', retryAfter);
  return new Stopped(result === '' ? 'not_passed' : result, retryAfter);
}

/** Whether the face check can be repeated, immediately or after a wait. Otherwise only the SMS code remains. */
export function mayTryAgain(why: Stop): boolean {
  return why !== '002' && why !== 'use_sms' && why !== 'step_up' && why !== 'key' && why !== 'refused';
}
