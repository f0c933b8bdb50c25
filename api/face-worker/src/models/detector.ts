import * as tf from '@tensorflow/tfjs-core';
import type { Config, Human as HumanClass } from '@vladmandic/human';
import { join } from 'node:path';
import { facesOf, netsConfig, type Found } from '../../../../shared-types/src/face/detection';
import type { Picture } from '../../../../shared-types/src/face/light';
import { withWeights } from './fetch';
import { wasmFolder } from './tensorflow';
import { packageFolder } from './weights';

/** Finds faces and their meshes. Must not be called concurrently. */
export class Detector {
  private constructor(private readonly human: HumanClass) {}

  /** Without iris the eyelids are measured inaccurately; it is only left out to make the mesh of a photo at rest. */
  static async load(weights: ReadonlyMap<string, Buffer>, iris = true): Promise<Detector> {
    // The package does not export this build under a name that Node accepts.
    const { Human } = require(join(packageFolder('@vladmandic/human'), 'dist', 'human.node-wasm.js')) as { Human: typeof HumanClass };
    const human = new Human(netsConfig({ modelBasePath: 'file:///', wasmPath: wasmFolder(), iris }) as Partial<Config>);
    await withWeights(weights, () => human.load());
    return new Detector(human);
  }

  /** The corners of the triangles of the mesh. */
  get triangles(): readonly number[] {
    return this.human.faceTriangulation;
  }

  /** Returns the faces of a picture, the largest first. */
  async find(picture: Picture): Promise<Found[]> {
    const pixels = tf.tensor3d(picture.data as Uint8Array, [picture.height, picture.width, picture.channels], 'int32');
    try {
      const result = await this.human.detect(pixels as never);
      return facesOf(result.face, picture);
    } finally {
      pixels.dispose();
    }
  }
}
