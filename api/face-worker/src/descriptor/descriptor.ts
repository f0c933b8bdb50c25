import type { Mesh } from '../../../../shared-types/src/face/geometry';
import type { Picture } from '../../../../shared-types/src/face/light';

/** The identity of a descriptor. Vectors of another id or version cannot be compared. */
export interface Identity {
  id: string;
  version: string;
  dimension: number;
  distance: Distance;
}

export type Distance = 'euclidean' | 'cosine';

/** Up to `alike` it is the same person, up to `doubtful` a person or another proof has to decide, above it is another person. */
export interface Thresholds {
  alike: number;
  doubtful: number;
}

/** Converts a face to a vector: the packaged net, or the operator's own. */
export interface Descriptor {
  readonly identity: Identity;
  /** The files of its weights, with their SHA-256. */
  readonly files: Readonly<Record<string, string>>;
  /** For two selfies, and for a selfie compared with the portrait on an ID card. */
  readonly thresholds: Readonly<Record<Kind, Thresholds>>;
  /**
   * Above this distance the frames of one check show different people; a turned head has a larger distance to itself than a
   * straight one.
   */
  readonly samePerson: Readonly<{ straight: number; turned: number }>;
  describe(picture: Picture, mesh: Mesh): Promise<Float32Array>;
}

export type Kind = 'selfie' | 'portrait';

/** A face as it is stored: opaque to everything except the descriptor that made it. */
export interface Template {
  id: string;
  version: string;
  vector: string; // float32, little endian, in base64
}

export type Likeness = 'alike' | 'doubtful' | 'different' | 'other_descriptor';

export function toTemplate({ identity }: Descriptor, vector: Float32Array): Template {
  return { id: identity.id, version: identity.version, vector: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64') };
}

/** Returns the vector of a template, or null if another descriptor made it or it is corrupt. */
export function fromTemplate({ identity }: Descriptor, template: Template): Float32Array | null {
  if (template.id !== identity.id || template.version !== identity.version) return null;
  const bytes = Buffer.from(template.vector, 'base64');
  if (bytes.length !== identity.dimension * 4) return null;
  const vector = new Float32Array(new Uint8Array(bytes).buffer);
  return vector.every(Number.isFinite) ? vector : null;
}

/** Compares two stored faces, 1:1. */
export function match(descriptor: Descriptor, probe: Template, enrolled: Template, kind: Kind): Likeness {
  const [a, b] = [fromTemplate(descriptor, probe), fromTemplate(descriptor, enrolled)];
  if (!a || !b) return 'other_descriptor';
  const apart = distanceOf(descriptor, a, b);
  const { alike, doubtful } = descriptor.thresholds[kind];
  // A distance of NaN is above every threshold.
  if (apart <= alike) return 'alike';
  return apart <= doubtful ? 'doubtful' : 'different';
}

export function distanceOf({ identity }: Descriptor, a: Float32Array, b: Float32Array): number {
  return identity.distance === 'euclidean' ? euclidean(a, b) : cosine(a, b);
}

function euclidean(a: Float32Array, b: Float32Array): number {
  return Math.sqrt(a.reduce((sum, value, i) => sum + (value - (b[i] ?? NaN)) ** 2, 0));
}

/** 0 for the same direction, 2 for opposite directions. */
function cosine(a: Float32Array, b: Float32Array): number {
  const dot = a.reduce((sum, value, i) => sum + value * (b[i] ?? NaN), 0);
  return 1 - dot / (norm(a) * norm(b));
}

const norm = (vector: Float32Array) => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));

export function mean(vectors: readonly Float32Array[]): Float32Array {
  const [first] = vectors;
  if (!first) throw new RangeError('the mean of nothing');
  return first.map((_, i) => vectors.reduce((sum, vector) => sum + (vector[i] ?? NaN), 0) / vectors.length);
}
