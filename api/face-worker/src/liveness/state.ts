import type { Mesh } from '../../../../shared-types/src/face/geometry';
import { meshPoints } from '../../../../shared-types/src/face/landmarks';
import { fromTemplate, mean, toTemplate, type Descriptor, type Template } from '../descriptor/descriptor';
import { thumbnailSide } from '../picture/thumbnail';
import { meanMesh } from './flat';

/** The passed steps of a check. The state is part of the calls: the worker stores nothing. */
export interface State {
  format: typeof format;
  /** From the opening frames of the steps: the eyes and pose of the person at rest. */
  own: Own;
  /** The mean of the normalised opening meshes, and their number. */
  mesh: string; // float32, little endian, in base64
  openings: number;
  /** One descriptor per opening frame. */
  templates: Template[];
  /** Small pictures of all frames, to detect repeated frames. */
  thumbnails: string[];
}

const format = 1;

export interface Own {
  eyes: number;
  yaw: number;
  pitch: number;
}

/** A check has three steps; a state with more openings than this was not made by this worker. */
const most = { openings: 12, thumbnails: 120 };

const thumbnailBytes = thumbnailSide ** 2 * 2;

/** A decoded state. */
export interface Known {
  own: Own;
  mesh: Mesh;
  openings: number;
  descriptors: Float32Array[];
  thumbnails: Int16Array[];
}

/** Decodes a state; null if it is invalid or of another descriptor. */
export function openState(value: unknown, descriptor: Descriptor): Known | null {
  const state = value as Partial<State> | null;
  if (!state || state.format !== format || typeof state.mesh !== 'string' || !Array.isArray(state.templates) || !Array.isArray(state.thumbnails)) return null;
  const { own, openings } = state;
  if (!own || ![own.eyes, own.yaw, own.pitch, openings].every(Number.isFinite)) return null;
  if (state.templates.length > most.openings || state.thumbnails.length > most.thumbnails || !state.templates.length) return null;
  const numbers = new Float32Array(new Uint8Array(Buffer.from(state.mesh, 'base64')).buffer.slice(0, meshPoints * 3 * 4));
  const descriptors = state.templates.map((template) => fromTemplate(descriptor, template));
  if (numbers.length !== meshPoints * 3 || !descriptors.every((vector) => vector !== null)) return null;
  return {
    own, openings: openings as number, descriptors,
    mesh: Array.from({ length: meshPoints }, (_, i) => [numbers[3 * i] as number, numbers[3 * i + 1] as number, numbers[3 * i + 2] as number] as const),
    thumbnails: state.thumbnails.map((text) => new Int16Array(new Uint8Array(Buffer.from(String(text), 'base64')).buffer.slice(0, thumbnailBytes))),
  };
}

/** What a passed step adds to the state. */
export interface Opening {
  own: Own;
  mesh: Mesh;
  descriptor: Float32Array;
  thumbnails: Int16Array[];
}

export function addOpening(known: Known | null, opening: Opening): Known {
  if (!known) return { ...opening, openings: 1, descriptors: [opening.descriptor] };
  const n = known.openings;
  const mixed = (before: number, now: number) => (before * n + now) / (n + 1);
  return {
    own: { eyes: mixed(known.own.eyes, opening.own.eyes), yaw: mixed(known.own.yaw, opening.own.yaw), pitch: mixed(known.own.pitch, opening.own.pitch) },
    mesh: meanMesh([...Array.from({ length: n }, () => known.mesh), opening.mesh]),
    openings: n + 1,
    descriptors: [...known.descriptors, opening.descriptor],
    thumbnails: [...known.thumbnails, ...opening.thumbnails],
  };
}

export function closeState(known: Known, descriptor: Descriptor): State {
  return {
    format,
    own: known.own,
    mesh: base64(Float32Array.from(known.mesh.flat())),
    openings: known.openings,
    templates: known.descriptors.map((vector) => toTemplate(descriptor, vector)),
    thumbnails: known.thumbnails.map(base64),
  };
}

/** The template of the check so far, to be stored or compared. */
export const templateOf = (known: Known, descriptor: Descriptor): Template => toTemplate(descriptor, mean(known.descriptors));

const base64 = (array: Int16Array | Float32Array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64');
