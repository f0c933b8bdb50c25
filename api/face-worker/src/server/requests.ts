import type { Call } from '../inference/calls';
import type { Template } from '../descriptor/descriptor';
import { steps, type Step } from '../liveness/steps';

/** The request does not follow the protocol. */
export class BadRequest extends Error {}

export const frames = { min: 3, max: 6 } as const;

type Fields = Record<string, unknown>;

/** Parses the body of each call. */
export const readers: Readonly<Record<string, (body: Fields) => Call>> = {
  '/v1/step': (body) => ({ name: 'step', step: step(body.step), frames: pictures(body.frames), state: body.state ?? null }),
  '/v1/guide': (body) => ({ name: 'guide', frame: text(body.frame), ...(body.step !== undefined && { step: step(body.step) }) }),
  '/v1/portrait': (body) => ({ name: 'portrait', picture: text(body.picture) }),
  '/v1/match': (body) => ({ name: 'match', probe: template(body.probe), enrolled: template(body.enrolled), kind: body.kind === 'portrait' ? 'portrait' : selfie(body.kind) }),
};

export function parse(raw: string): Fields {
  let body: unknown;
  try {
    body = JSON.parse(raw);
  } catch {
    throw new BadRequest();
  }
  return fields(body);
}

function fields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new BadRequest();
  return value as Fields;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new BadRequest();
  return value;
}

function selfie(value: unknown): 'selfie' {
  if (value !== 'selfie') throw new BadRequest();
  return value;
}

function step(value: unknown): Step {
  const known = steps.find((name) => name === value);
  if (!known) throw new BadRequest();
  return known;
}

function pictures(value: unknown): string[] {
  if (!Array.isArray(value) || value.length < frames.min || value.length > frames.max) throw new BadRequest();
  return value.map(text);
}

function template(value: unknown): Template {
  const { id, version, vector } = fields(value);
  return { id: text(id), version: text(version), vector: text(vector) };
}
