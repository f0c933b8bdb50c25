import { guidance, type Guidance } from '../../../../shared-types/src/face/guidance';
import { measure } from '../../../../shared-types/src/face/measure';
import { match, type Kind, type Likeness, type Template } from '../descriptor/descriptor';
import { judgeStep, type Judgement } from '../liveness/judge';
import { describePortrait, type Portrait } from '../liveness/portrait';
import { mayBegin } from '../../../../shared-types/src/face/steps';
import type { Step } from '../liveness/steps';
import type { Models } from '../models/models';
import { decode, ofFrame } from '../picture/decode';

/** The calls of the inference thread; pictures are base64, as in the protocol. */
export type Call =
  | { name: 'step'; step: Step; frames: string[]; state: unknown }
  | { name: 'guide'; frame: string; step?: Step }
  | { name: 'portrait'; picture: string }
  | { name: 'match'; probe: Template; enrolled: Template; kind: Kind };

export type Answer = Judgement | Portrait | { code: Guidance | 'capture_failed' } | { likeness: Likeness };

const bytes = (text: string) => Buffer.from(text, 'base64');

export async function answer(models: Models, call: Call): Promise<Answer> {
  switch (call.name) {
    case 'step':
      return judgeStep(models, call.step, call.frames.map(bytes), call.state);
    case 'guide':
      return { code: await guide(models, bytes(call.frame), call.step ?? null) };
    case 'portrait':
      return describePortrait(models, bytes(call.picture));
    case 'match':
      return { likeness: match(models.descriptor, call.probe, call.enrolled, call.kind) };
  }
}

/** Returns the guidance for one frame before the step begins. */
async function guide({ detector }: Models, frame: Buffer, step: Step | null): Promise<Guidance | 'capture_failed'> {
  const picture = await decode(frame, ofFrame);
  if (!picture) return 'capture_failed';
  const faces = await detector.find(picture);
  const [found] = faces;
  const look = found ? measure(picture, found.mesh, found.score) : null;
  const code = guidance(faces.length, look);
  return code === 'ok' && look && !mayBegin(step, look) ? 'too_close' : code;
}
