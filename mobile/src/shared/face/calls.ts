import type { FaceGuidanceCode, FaceProgress, FaceScene, FaceStep, FaceTokenData, FaceVerdictData } from '@loanmarket/shared-types/api';
import { api } from '@/lib/api';
import { sendForm } from '@/lib/api/form';

const quiet = (signal: AbortSignal) => ({ toast: false, signal });

/** The calls of one face check. They show no toast, because the screen itself shows the result. */
export interface Calls {
  open: (signal: AbortSignal) => Promise<FaceTokenData>;
  start: (faceToken: string, signature: string, pictures: boolean, signal: AbortSignal) => Promise<FaceProgress>;
  look: (faceToken: string, frame: Blob, signal: AbortSignal) => Promise<FaceGuidanceCode>;
  answer: (faceToken: string, step: FaceStep, frames: readonly Blob[], signal: AbortSignal) => Promise<FaceProgress>;
  verdict: (faceToken: string, signal: AbortSignal) => Promise<FaceVerdictData>;
}

/** The calls of a scene. `phoneNum` is the number that logs in by face. */
export function callsOf(scene: FaceScene, phoneNum?: string): Calls {
  return {
    open: (signal) => api('member/faceLogin/queryToken', { scene, ...(phoneNum === undefined ? {} : { phoneNum }) }, quiet(signal)),
    start: (faceToken, signature, pictures, signal) => api('member/faceLogin/start', { faceToken, signature, pictures }, quiet(signal)),
    look: async (faceToken, frame, signal) => {
      const form = new FormData();
      form.append('faceToken', faceToken);
      form.append('frame', frame, 'frame.jpg');
      return (await sendForm('member/faceLogin/look', form, { signal })).guidance;
    },
    answer: (faceToken, { stepNonce }, frames, signal) => {
      const form = new FormData();
      form.append('faceToken', faceToken);
      form.append('stepNonce', stepNonce);
      frames.forEach((frame, i) => form.append('frame', frame, `${i}.jpg`));
      return sendForm('member/faceLogin/step', form, { signal });
    },
    verdict: (faceToken, signal) => api(scene === 'enrol' ? 'member/bindFace' : 'member/faceLogin/checkLiveness', { faceToken }, quiet(signal)),
  };
}
