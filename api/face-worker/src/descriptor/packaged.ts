import { chip } from './chip';
import type { Descriptor } from './descriptor';
import { chipSide, dimension, Recognition } from '../models/recognition';

const folder = '@vladmandic/face-api/model/face_recognition_model';

/**
 * The net that is included. Its thresholds were measured on few and mostly Western faces, and it is known to confuse people
 * from East and South-East Asia: nothing may rely on its match alone.
 */
export function packagedDescriptor(weights: ReadonlyMap<string, Buffer>): Descriptor {
  const [manifest, bytes] = [weights.get(`${folder}-weights_manifest.json`), weights.get(`${folder}.bin`)];
  if (!manifest || !bytes) throw new Error('the recognition net was not read');
  const net = Recognition.load(manifest, bytes);
  return {
    identity: { id: 'faceapi-recognition', version: '1.7.15', dimension, distance: 'euclidean' },
    files: {}, // they are among those of the packages
    thresholds: { selfie: { alike: 0.42, doubtful: 0.47 }, portrait: { alike: 0.42, doubtful: 0.52 } },
    samePerson: { straight: 0.45, turned: 0.52 },
    describe: async (picture, mesh) => net.describe(chip(picture, mesh, chipSide)),
  };
}
