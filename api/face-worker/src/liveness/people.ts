import type { Picture } from '../../../../shared-types/src/face/light';
import { distanceOf, mean, type Descriptor } from '../descriptor/descriptor';
import type { Found } from '../../../../shared-types/src/face/detection';
import type { Known } from './state';

/** Checks that all frames of a check show one person. */
export class People {
  private readonly person: Float32Array[];
  private first: Float32Array | null = null;

  constructor(private readonly descriptor: Descriptor, known: Known | null) {
    this.person = [...(known?.descriptors ?? [])];
  }

  /** The descriptor of the step's first frame. */
  get opening(): Float32Array {
    if (!this.first) throw new Error('no frame was looked at');
    return this.first;
  }

  /** Returns whether a frame shows the same person as the earlier frames; the first frame of a check defines the person. */
  async isSame(picture: Picture, { mesh }: Found, straight: boolean): Promise<boolean> {
    const vector = await this.descriptor.describe(picture, mesh);
    const limit = this.descriptor.samePerson[straight ? 'straight' : 'turned'];
    // A distance of NaN is above every limit.
    if (this.person.length && !(distanceOf(this.descriptor, mean(this.person), vector) <= limit)) return false;
    if (!this.first) {
      this.first = vector;
      this.person.push(vector);
    }
    return true;
  }
}
