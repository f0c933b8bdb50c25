import type { Descriptor } from '../descriptor/descriptor';
import { onnxDescriptor } from '../descriptor/onnx';
import { packagedDescriptor } from '../descriptor/packaged';
import { Detector } from './detector';
import { startTensorflow } from './tensorflow';
import { readWeights } from './weights';

/** The models that process pictures. */
export interface Models {
  detector: Detector;
  descriptor: Descriptor;
}

/** Which descriptor is used: that of the operator's settings file, or the packaged one. */
export interface Choice {
  descriptor?: string;
  /** The folder in which onnxruntime-node is installed. */
  runtime: string;
}

export async function loadModels(choice?: Choice): Promise<Models> {
  const weights = await readWeights();
  await startTensorflow();
  const detector = await Detector.load(weights);
  return { detector, descriptor: choice?.descriptor ? await onnxDescriptor(choice.descriptor, choice.runtime) : packagedDescriptor(weights) };
}
