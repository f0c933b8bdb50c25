import { judgeStep, type Judgement } from '../../src/liveness/judge';
import type { Step } from '../../src/liveness/steps';
import { loadModels, type Models } from '../../src/models/models';
import { film } from '../puppet/camera';
import { scripts } from '../puppet/scripts';
import type { Stance } from '../puppet/puppet';
import type { Image } from '../puppet/raster';

export interface Actor {
  render(stance: Stance): Image;
}

let loaded: Promise<Models> | null = null;

/** Returns the real models, loaded once per test file. */
export const models = (): Promise<Models> => (loaded ??= loadModels());

/** Judges the frames of an actor for a step. */
export async function play(actor: Actor, step: Step, state: unknown = null, stances: readonly Stance[] = scripts[step]): Promise<Judgement> {
  return judgeStep(await models(), step, await film(actor, stances), state);
}

/** Returns the fields that the tests compare. */
export const told = ({ verdict, reason, code }: Judgement) => ({ verdict, reason, code });
