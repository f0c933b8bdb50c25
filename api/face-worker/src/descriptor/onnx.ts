import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { verify, WeightsError } from '../models/weights';
import { aligned } from './align';
import { chip } from './chip';
import type { Descriptor } from './descriptor';
import { readSettings, type Settings } from './settings';

/** The parts of onnxruntime-node that are used. The operator installs it if needed. */
interface Runtime {
  InferenceSession: { create(model: Uint8Array, options: object): Promise<Session> };
  Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => unknown;
}

interface Session {
  inputNames: readonly string[];
  outputNames: readonly string[];
  run(feeds: Record<string, unknown>): Promise<Record<string, { data: Float32Array }>>;
}

/** Returns the descriptor of the operator's own file; runtime is the folder in which onnxruntime-node is installed. */
export async function onnxDescriptor(settingsFile: string, runtime: string): Promise<Descriptor> {
  const settings = readSettings(await read(settingsFile));
  const model = await read(resolve(dirname(settingsFile), settings.file));
  verify(model, settings.sha256, settings.file);
  const { InferenceSession, Tensor } = load(runtime);
  const session = await InferenceSession.create(model, { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 });
  const [input, output] = [session.inputNames[0] ?? '', session.outputNames[0] ?? ''];
  const cutOut = settings.input.align === 'arcface' ? aligned : chip;
  const { side } = settings.input;
  const { id, version, dimension, distance, thresholds, samePerson } = settings;
  return {
    identity: { id, version, dimension, distance },
    files: { [settings.file]: settings.sha256 },
    thresholds, samePerson,
    describe: async (picture, mesh) => {
      const tensor = new Tensor('float32', planes(cutOut(picture, mesh, side), settings.input), [1, 3, side, side]);
      const vector = (await session.run({ [input]: tensor }))[output]?.data;
      if (vector?.length !== dimension) throw new Error(`${settings.file} gives ${vector?.length ?? 0} numbers, expected ${dimension}`);
      return Float32Array.from(vector);
    },
  };
}

async function read(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch {
    throw new WeightsError(`${path} is missing`);
  }
}

function load(folder: string): Runtime {
  try {
    return createRequire(resolve(folder, 'package.json'))('onnxruntime-node') as Runtime;
  } catch {
    throw new WeightsError(`onnxruntime-node is not installed in ${folder}`);
  }
}

/** Returns the colours as separate planes, scaled as for the net's training. */
function planes(pixels: Uint8Array, { side, channels, mean, scale }: Settings['input']): Float32Array {
  const area = side * side;
  const out = new Float32Array(3 * area);
  for (let i = 0; i < area; i++) {
    for (let c = 0; c < 3; c++) {
      const colour = channels === 'rgb' ? c : 2 - c;
      out[c * area + i] = ((pixels[3 * i + colour] ?? 0) - (mean[c] ?? 0)) * scale;
    }
  }
  return out;
}
