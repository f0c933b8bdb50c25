import { guidance, moved, type Guidance } from '../../../../shared-types/src/face/guidance';
import { measure, type Measure } from '../../../../shared-types/src/face/measure';
import { askedOf, mayBegin, stepBounds as bounds } from '../../../../shared-types/src/face/steps';
import type { Template } from '../descriptor/descriptor';
import type { Models } from '../models/models';
import { decode, ofFrame, type Decoded } from '../picture/decode';
import { repeated, thumbnail } from '../picture/thumbnail';
import { normalised } from './flat';
import { People } from './people';
import { addOpening, closeState, openState, templateOf, type Own, type State } from './state';
import { rules, type Look, type Step } from './steps';

export type Reason = 'ok' | 'quality' | 'not_done' | 'mirrored' | 'undecodable' | 'repeated_frame' | 'discontinuous' | 'flat' | 'other_person';

/** The result of a step, see PROTOCOL.md. */
export interface Judgement {
  verdict: 'pass' | 'again' | 'fail';
  code: Guidance | 'capture_failed' | `step_${Step}`;
  reason: Reason;
  frame: number | null;
  hashes: (string | null)[];
  frontal: number | null;
  state: State | null;
  template: Template | null;
  evidence: Evidence;
}

/** The geometry of the frames that were checked: angles of the head in degrees, and ratios. */
export interface Evidence {
  yaw: number[];
  pitch: number[];
  roll: number[];
  eyes: number[];
  mouth: number[];
  width: number[];
}

/** The state in the call was not made by this worker. */
export class StateError extends Error {}

/** Judges the frames of one step, in the order in which they were taken. */
export async function judgeStep({ detector, descriptor }: Models, step: Step, frames: readonly Buffer[], state: unknown): Promise<Judgement> {
  const known = state === null ? null : openState(state, descriptor);
  if (state !== null && !known) throw new StateError();
  const answer = new Answer();

  const pictures = await Promise.all(frames.map((frame) => decode(frame, ofFrame)));
  answer.hashes = pictures.map((picture) => picture?.hash ?? null);
  if (!allDecoded(pictures)) return answer.again('undecodable', 'capture_failed', pictures.indexOf(null));
  const thumbnails = pictures.map(thumbnail);
  const twice = repeated(thumbnails, known?.thumbnails ?? []);
  if (twice !== null) return answer.fail('repeated_frame', twice);
  if (frames.length < rules[step].frames) return answer.again('not_done', `step_${step}`, null);

  const seen: Look[] = [];
  const people = new People(descriptor, known);
  for (const [index, picture] of pictures.entries()) {
    const faces = await detector.find(picture);
    const [found] = faces;
    const look = found ? measure(picture, found.mesh, found.score) : null;
    const asked = index === 0 ? [] : askedOf[step];
    // The identity is checked before the pose: another person's eyes and pose cannot be judged relative to this person's.
    const plain = guidance(faces.length, look, { asked });
    if (!look || !found || plain !== 'ok') return answer.again('quality', plain, index);
    const own = known?.own ?? ownOf((seen[0]?.measure ?? look));
    if (!(await people.isSame(picture, found, isStraight(look, own)))) return answer.fail('other_person', index);
    const code = guidance(faces.length, look, { own, asked });
    if (code !== 'ok') return answer.again('quality', code, index);
    const jumped = seen.length > 0 && jump((seen.at(-1) as Look).measure, look);
    seen.push({ measure: look, mesh: normalised(found.mesh) });
    answer.look(look);
    if (jumped) return answer.again('discontinuous', 'hold_still', index);
  }

  const opening = seen[0] as Look;
  if (!mayBegin(step, opening.measure)) return answer.again('quality', 'too_close', 0);
  const now = addOpening(known, { own: ownOf(opening.measure), mesh: opening.mesh, descriptor: people.opening, thumbnails });
  const done = rules[step].done(seen, now.own, now.mesh);
  if (done === 'mirrored') return answer.again('mirrored', 'capture_failed', null);
  if (done === 'not_done') return answer.again('not_done', `step_${step}`, null);
  if (done === 'flat') return answer.fail('flat', null);
  return answer.pass(closeState(now, descriptor), templateOf(now, descriptor));
}

const allDecoded = (pictures: readonly (Decoded | null)[]): pictures is Decoded[] => pictures.every((picture) => picture !== null);

const ownOf = (m: Measure): Own => ({ eyes: m.eyes, yaw: m.pose.yaw, pitch: m.pose.pitch });

/** Returns whether the face moved further between two frames than a head can. */
function jump(before: Measure, after: Measure): boolean {
  const scale = Math.max(before.width / after.width, after.width / before.width);
  return moved(before, after) > 1 || scale > 2;
}

const isStraight = ({ pose }: Measure, own: Own) => Math.abs(pose.yaw - own.yaw) <= bounds.straight && Math.abs(pose.pitch - own.pitch) <= bounds.straight;

/** Collects the fields that every result contains. */
class Answer {
  hashes: (string | null)[] = [];
  private readonly evidence: Evidence = { yaw: [], pitch: [], roll: [], eyes: [], mouth: [], width: [] };

  look({ pose, eyes, mouth, width }: Measure): void {
    const short = (value: number, digits: number) => Number(value.toFixed(digits));
    this.evidence.yaw.push(short(pose.yaw, 1));
    this.evidence.pitch.push(short(pose.pitch, 1));
    this.evidence.roll.push(short(pose.roll, 1));
    this.evidence.eyes.push(short(eyes, 2));
    this.evidence.mouth.push(short(mouth, 2));
    this.evidence.width.push(short(width, 2));
  }

  again(reason: Reason, code: Judgement['code'], frame: number | null): Judgement {
    return { ...this.common(), verdict: 'again', reason, code, frame };
  }

  /** The borrower is not told why a check failed, because an attacker could learn from it. */
  fail(reason: Reason, frame: number | null): Judgement {
    return { ...this.common(), verdict: 'fail', reason, code: 'capture_failed', frame };
  }

  pass(state: State, template: Template): Judgement {
    return { ...this.common(), verdict: 'pass', reason: 'ok', code: 'ok', frame: null, frontal: 0, state, template };
  }

  private common() {
    return { hashes: this.hashes, frontal: null, state: null, template: null, evidence: this.evidence };
  }
}
