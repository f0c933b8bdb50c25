import * as tf from '@tensorflow/tfjs-core';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { join } from 'node:path';
import { packageFolder } from './weights';

/** The folder of the WebAssembly kernels. */
export const wasmFolder = (): string => `${join(packageFolder('@tensorflow/tfjs-backend-wasm'), 'dist')}/`;

/** One thread: the worker runs beside an API and must not use more than one processor. */
export async function startTensorflow(): Promise<void> {
  setWasmPaths(wasmFolder());
  setThreadsCount(1);
  if (!(await tf.setBackend('wasm'))) throw new Error('the WebAssembly backend did not start');
  await tf.ready();
}
