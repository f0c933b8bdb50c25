// Writes rest.json: the mesh of the photo at rest. Run `npm run puppet:mesh` after replacing the photo.
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import type { Point } from '../../../../../shared-types/src/face/geometry';
import { Detector } from '../../../src/models/detector';
import { startTensorflow } from '../../../src/models/tensorflow';
import { readWeights } from '../../../src/models/weights';
import { photoFile, restFile } from '../files';

/** The photo is enlarged, and the mean over slightly shifted crops is taken, because the net's points are coarse. */
const enlarged = 3;
const shifts = [[0, 0], [24, 0], [0, 24], [24, 24], [12, 12]] as const;

async function main(): Promise<void> {
  await startTensorflow();
  // Without iris, because it moves the lids.
  const detector = await Detector.load(await readWeights(), false);
  const { width, height } = await sharp(photoFile).metadata();
  const sum: number[][] = [];
  for (const [left, top] of shifts) {
    const area = { left, top, width: width * enlarged - 24, height: height * enlarged - 24 };
    const { data, info } = await sharp(photoFile).resize({ width: width * enlarged }).toBuffer().then((big) =>
      sharp(big).extract(area).raw().toBuffer({ resolveWithObject: true }));
    const [face] = await detector.find({ width: info.width, height: info.height, channels: 3, data });
    if (!face) throw new Error('no face in the photo');
    face.mesh.forEach(([x, y, z]: Point, i) => {
      const total = (sum[i] ??= [0, 0, 0]);
      [(x + left) / enlarged, (y + top) / enlarged, z / enlarged].forEach((value, axis) => (total[axis] = (total[axis] ?? 0) + value / shifts.length));
    });
  }
  const points = sum.map((p) => p.map((value) => Number(value.toFixed(2))));
  writeFileSync(restFile, `${JSON.stringify({ points, triangles: detector.triangles })}\n`);
}

void main();
