import type { Descriptor } from '../descriptor/descriptor';
import { packagedDescriptor } from '../descriptor/packaged';
import { Detector } from './detector';
import { startTensorflow } from './tensorflow';
import { readWeights } from './weights';

/** All that looks at pictures. */
export interface Models {
  detector: Detector;
  descriptor: Descriptor;
}

export async function loadModels(): Promise<Models> {
  const weights = await readWeights();
  await startTensorflow();
  return { detector: await Detector.load(weights), descriptor: packagedDescriptor(weights) };
}
