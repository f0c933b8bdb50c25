import { type Mesh } from './geometry';
import { meshPoints } from './landmarks';

/** A face in a picture. */
export interface Found {
  mesh: Mesh;
  score: number;
}

/**
 * The used part of a face found by @vladmandic/human. Positions are fractions of the picture; depth is in pixels of the
 * crop.
 */
export interface NetFace {
  score: number;
  size: readonly number[];
  boxRaw: readonly number[];
  meshRaw: readonly (readonly (number | undefined)[])[];
}

/** The size in pixels of the crop that the mesh net uses, which is also the unit of depth. */
const crop = 192;

/** The faces of a picture in pixels, largest first. */
export function facesOf(faces: readonly NetFace[], { width, height }: { width: number; height: number }): Found[] {
  return faces
    .filter(({ meshRaw }) => meshRaw.length >= meshPoints)
    .sort((a, b) => (b.size[0] ?? 0) - (a.size[0] ?? 0))
    .map((face) => ({ mesh: toPixels(face, width, height), score: face.score }));
}

/** Converts depth to the same unit as x and y. */
function toPixels({ boxRaw, meshRaw }: NetFace, width: number, height: number): Mesh {
  const scale = ((boxRaw[2] ?? 0) * width) / crop;
  return meshRaw.slice(0, meshPoints).map(([x = 0, y = 0, z = 0]) => [x * width, y * height, z * crop * scale] as const);
}

/**
 * The settings of @vladmandic/human for a face and its mesh on the WebAssembly backend. Nothing is cached between
 * pictures, and only the necessary nets are loaded. Without the iris net the eyelids are measured badly.
 */
export function netsConfig({ modelBasePath, wasmPath, iris }: { modelBasePath: string; wasmPath: string; iris: boolean }) {
  const off = { enabled: false };
  return {
    backend: 'wasm' as const,
    wasmPath,
    modelBasePath,
    debug: false,
    cacheSensitivity: 0,
    filter: off,
    face: {
      enabled: true,
      detector: { modelPath: 'blazeface.json', rotation: false, maxDetected: 3, minConfidence: 0.3, skipFrames: 0, skipTime: 0 },
      mesh: { enabled: true, modelPath: 'facemesh.json' },
      iris: { enabled: iris, modelPath: 'iris.json' },
      emotion: off,
      description: off,
      antispoof: off,
      liveness: off,
    },
    body: off,
    hand: off,
    object: off,
    gesture: off,
    segmentation: off,
  };
}
