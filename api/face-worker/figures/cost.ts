import { measure } from '../../../shared-types/src/face/measure';
import { decode, ofFrame } from '../src/picture/decode';
import { thumbnail } from '../src/picture/thumbnail';
import { film, puppet } from '../test/puppet/camera';
import { scripts } from '../test/puppet/scripts';
import { models } from '../test/support/judging';
import { quantile, type Line } from './line';

const rounds = 4;

/** The processor time of one frame by processing stage; the first round is a warm-up. */
export async function costs(): Promise<Line[]> {
  const { detector, descriptor } = await models();
  const frames = await film(await puppet(), [...scripts.turn_left, ...scripts.come_closer]);
  const parts: Record<string, number[]> = { decode: [], 'detect, mesh and iris': [], rules: [], describe: [], 'all of it': [] };
  for (let round = 0; round <= rounds; round++) {
    for (const frame of frames) {
      const spent: number[] = [];
      const timed = async <T>(work: () => T | Promise<T>): Promise<T> => {
        const before = process.cpuUsage();
        const result = await work();
        const { user, system } = process.cpuUsage(before);
        spent.push((user + system) / 1000);
        return result;
      };
      const picture = await timed(() => decode(frame, ofFrame));
      if (!picture) throw new Error('a frame was not decoded');
      const [face] = await timed(() => detector.find(picture));
      if (!face) throw new Error('the puppet was not seen');
      await timed(() => [thumbnail(picture), measure(picture, face.mesh, face.score)]);
      await timed(() => descriptor.describe(picture, face.mesh));
      if (round > 0) [...spent, spent.reduce((sum, value) => sum + value, 0)].forEach((value, i) => Object.values(parts)[i]?.push(value));
    }
  }
  const longest = Object.values(scripts).map(({ length }) => length).sort((a, b) => b - a).slice(0, 3);
  return [
    ...Object.entries(parts).map(([name, values]) => ({
      name: `processor time of a frame, ${name}, median, ms`, value: quantile(values, 0.5), ...(name === 'all of it' && { limit: { most: 140 } }),
    })),
    { name: 'frames of a check, at most', value: longest.reduce((sum, length) => sum + length, 0), limit: { most: 20 } },
  ];
}
