import * as tf from '@tensorflow/tfjs-core';
import type { Config, FaceResult, Human as HumanClass } from '@vladmandic/human';
import { join } from 'node:path';
import type { Mesh } from '../../../../shared-types/src/face/geometry';
import { meshPoints } from '../../../../shared-types/src/face/landmarks';
import type { Picture } from '../../../../shared-types/src/face/light';
import { withWeights } from './fetch';
import { wasmFolder } from './tensorflow';
import { packageFolder } from './weights';

/** One face of a picture. */
export interface Found {
  mesh: Mesh;
  score: number;
}

/** The mesh net looks at a crop of this many pixels, and gives depth in them. */
const crop = 192;

/** Finds faces and lays the mesh over them. Not to be called twice at a time. */
export class Detector {
  private constructor(private readonly human: HumanClass) {}

  /** Without iris the lids are measured badly; only the mesh of a photo at rest is made without it. */
  static async load(weights: ReadonlyMap<string, Buffer>, iris = true): Promise<Detector> {
    // The package exports this build under no name that Node accepts.
    const { Human } = require(join(packageFolder('@vladmandic/human'), 'dist', 'human.node-wasm.js')) as { Human: typeof HumanClass };
    const human = new Human(config(iris));
    await withWeights(weights, () => human.load());
    return new Detector(human);
  }

  /** The corners of the triangles between the points of the mesh. */
  get triangles(): readonly number[] {
    return this.human.faceTriangulation;
  }

  /** The faces of a picture, the largest first. */
  async find(picture: Picture): Promise<Found[]> {
    const pixels = tf.tensor3d(picture.data as Uint8Array, [picture.height, picture.width, picture.channels], 'int32');
    try {
      const result = await this.human.detect(pixels as never);
      return result.face
        .filter((face) => face.mesh.length >= meshPoints)
        .sort((a, b) => b.size[0] - a.size[0])
        .map((face) => ({ mesh: toPixels(face, picture), score: face.score }));
    } finally {
      pixels.dispose();
    }
  }
}

/** Brings depth to the same unit as x and y; the library leaves it in pixels of the crop. */
function toPixels(face: FaceResult, picture: Picture): Mesh {
  const scale = (face.boxRaw[2] * picture.width) / crop;
  return face.meshRaw.slice(0, meshPoints).map(([x, y, z]) => [x * picture.width, y * picture.height, (z ?? 0) * crop * scale] as const);
}

/** Nothing is remembered from picture to picture, and nothing but the three nets is loaded. */
function config(iris: boolean): Partial<Config> {
  return {
    backend: 'wasm',
    wasmPath: wasmFolder(),
    modelBasePath: 'file:///',
    debug: false,
    cacheSensitivity: 0,
    filter: { enabled: false },
    face: {
      enabled: true,
      detector: { modelPath: 'blazeface.json', rotation: false, maxDetected: 3, minConfidence: 0.3, skipFrames: 0, skipTime: 0 },
      mesh: { enabled: true, modelPath: 'facemesh.json' },
      iris: { enabled: iris, modelPath: 'iris.json' },
      emotion: { enabled: false },
      description: { enabled: false },
      antispoof: { enabled: false },
      liveness: { enabled: false },
    },
    body: { enabled: false },
    hand: { enabled: false },
    object: { enabled: false },
    gesture: { enabled: false },
    segmentation: { enabled: false },
  } as Partial<Config>;
}
