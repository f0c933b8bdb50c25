import { distanceOf } from '../src/descriptor/descriptor';
import { decode, ofFrame } from '../src/picture/decode';
import { film, otherPerson, puppet, tinted } from '../test/puppet/camera';
import type { Stance } from '../test/puppet/puppet';
import { models, type Actor } from '../test/support/judging';
import type { Line } from './line';

const stances: Readonly<Record<string, Stance>> = {
  'straight ahead': {}, 'turned left 32': { yaw: 32 }, 'turned right 32': { yaw: -32 }, 'looking up 22': { pitch: 22 },
  'eyes closed': { eyes: 0 }, 'mouth open': { mouth: 0.6 }, near: { distance: 1.8 },
};

async function vectors(actor: Actor, list: readonly Stance[]): Promise<Float32Array[]> {
  const { detector, descriptor } = await models();
  const found: Float32Array[] = [];
  for (const frame of await film(actor, list)) {
    const picture = await decode(frame, ofFrame);
    const [face] = picture ? await detector.find(picture) : [];
    if (!picture || !face) throw new Error('the puppet was not seen');
    found.push(await descriptor.describe(picture, face.mesh));
  }
  return found;
}

/** The distances of faces from the puppet looking straight ahead. */
export async function distances(): Promise<Line[]> {
  const { descriptor } = await models();
  const [own] = (await vectors(await puppet(), [{}])) as [Float32Array];
  const lines: Line[] = [];
  const add = async (who: string, actor: Actor, most?: number) => {
    const all = await vectors(actor, Object.values(stances));
    Object.keys(stances).forEach((name, i) =>
      lines.push({ name: `distance, ${who}, ${name}`, value: distanceOf(descriptor, own, all[i] as Float32Array), ...(most && { limit: { most } }) }));
  };
  await add('the same', await puppet(), descriptor.samePerson.turned);
  await add('the same in other light', await puppet({}, (image) => tinted(image, [0.6, 0.62, 0.7])));
  await add('another', await otherPerson());
  return lines;
}
