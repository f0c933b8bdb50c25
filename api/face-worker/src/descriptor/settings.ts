import { WeightsError } from '../models/weights';
import type { Distance, Kind, Thresholds } from './descriptor';

/** The settings of an operator's own net, in a JSON file. */
export interface Settings {
  id: string;
  version: string;
  /** The ONNX file, relative to the settings file, and its SHA-256. */
  file: string;
  sha256: string;
  input: {
    /** The side of the square that the net expects, in pixels. */
    side: number;
    /** How the face is cut out: by five points as for ArcFace, or as for the packaged net. */
    align: 'arcface' | 'square';
    channels: 'rgb' | 'bgr';
    /** An input of the net is (pixel - mean) * scale; mean is in the order of channels. */
    mean: [number, number, number];
    scale: number;
  };
  dimension: number;
  distance: Distance;
  thresholds: Record<Kind, Thresholds>;
  samePerson: { straight: number; turned: number };
}

/** Reads the settings. Every threshold is required, because the values of another net do not fit. */
export function readSettings(text: Buffer): Settings {
  let settings: Settings;
  try {
    settings = JSON.parse(text.toString()) as Settings;
  } catch {
    throw new WeightsError('the settings of the descriptor are no JSON');
  }
  const wrong = Object.entries(checks).find(([, holds]) => !safely(() => holds(settings)));
  if (wrong) throw new WeightsError(`the settings of the descriptor: ${wrong[0]}`);
  return settings;
}

const rising = ({ alike, doubtful }: Thresholds) => alike > 0 && doubtful >= alike;

const checks: Readonly<Record<string, (s: Settings) => boolean>> = {
  'id and version are texts': ({ id, version }) => [id, version].every((text) => typeof text === 'string' && text !== ''),
  'file is a path, sha256 its hash': ({ file, sha256 }) => file !== '' && /^[0-9a-f]{64}$/.test(sha256),
  'dimension is a number from 1 to 4096': ({ dimension }) => Number.isInteger(dimension) && dimension >= 1 && dimension <= 4096,
  'distance is euclidean or cosine': ({ distance }) => ['euclidean', 'cosine'].includes(distance),
  'input.side is a number from 32 to 512': ({ input }) => Number.isInteger(input.side) && input.side >= 32 && input.side <= 512,
  'input.align is arcface or square': ({ input }) => ['arcface', 'square'].includes(input.align),
  'input.channels is rgb or bgr': ({ input }) => ['rgb', 'bgr'].includes(input.channels),
  'input.mean is three numbers, input.scale one': ({ input }) => input.mean.length === 3 && [...input.mean, input.scale].every(Number.isFinite),
  'thresholds rise from alike to doubtful': ({ thresholds }) => rising(thresholds.selfie) && rising(thresholds.portrait),
  'samePerson has straight and turned': ({ samePerson }) => samePerson.straight > 0 && samePerson.turned >= samePerson.straight,
};

function safely(holds: () => boolean): boolean {
  try {
    return holds();
  } catch {
    return false;
  }
}
