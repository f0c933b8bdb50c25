import * as tf from '@tensorflow/tfjs-core';

/** The side of the picture that the net expects, in pixels. */
export const chipSide = 150;

export const dimension = 128;

const meanRGB = [122.782, 117.001, 104.298];

/** The blocks of the net, in order: those that halve the picture, and plain ones. */
const blocks: readonly (readonly [name: string, halves: boolean])[] = [
  ['conv32_1', false], ['conv32_2', false], ['conv32_3', false],
  ['conv64_down', true], ['conv64_1', false], ['conv64_2', false], ['conv64_3', false],
  ['conv128_down', true], ['conv128_1', false], ['conv128_2', false],
  ['conv256_down', true], ['conv256_1', false], ['conv256_2', false],
  ['conv256_down_out', true],
];

/**
 * The recognition net of face-api (dlib's ResNet, 29 layers). The weights come with the package. The forward pass is
 * implemented here, because the package's own requires all of tfjs.
 */
export class Recognition {
  private constructor(private readonly weights: tf.NamedTensorMap) {}

  static load(manifest: Buffer, bytes: Buffer): Recognition {
    const groups = JSON.parse(manifest.toString()) as { weights: tf.io.WeightsManifestEntry[] }[];
    const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    return new Recognition(tf.io.decodeWeights(data, groups.flatMap((group) => group.weights)));
  }

  /** Describes an upright face of chipSide x chipSide RGB pixels. */
  describe(chip: Uint8Array): Float32Array {
    const result = tf.tidy(() => this.forward(tf.tensor4d(chip, [1, chipSide, chipSide, 3], 'float32')));
    try {
      return result.dataSync() as Float32Array;
    } finally {
      result.dispose();
    }
  }

  private forward(picture: tf.Tensor4D): tf.Tensor {
    const normal = tf.div(tf.sub(picture, tf.tensor1d(meanRGB)), 255) as tf.Tensor4D;
    let x = tf.maxPool(this.layer(normal, 'conv32_down', 2), 3, 2, 'valid');
    for (const [name, halves] of blocks) x = this.block(x, name, halves);
    return tf.squeeze(tf.matMul(tf.mean(x, [1, 2]) as tf.Tensor2D, this.weight('fc')));
  }

  /** A residual block: two layers and the shortcut around them. */
  private block(x: tf.Tensor4D, name: string, halves: boolean): tf.Tensor4D {
    const inner = this.layer(x, `${name}/conv1`, halves ? 2 : 1);
    const out = this.layer(inner, `${name}/conv2`, 1, false);
    const around = halves ? joined(out, tf.avgPool(x, 2, 2, 'valid')) : tf.add<tf.Tensor4D>(out, x);
    return tf.relu(around);
  }

  private layer(x: tf.Tensor4D, name: string, stride: 1 | 2, relu = true): tf.Tensor4D {
    const filters = this.weight<tf.Tensor4D>(`${name}/conv/filters`);
    const plain = tf.add(tf.conv2d(x, filters, stride, stride === 2 ? 'valid' : 'same'), this.weight(`${name}/conv/bias`));
    const scaled = tf.add(tf.mul(plain, this.weight(`${name}/scale/weights`)), this.weight(`${name}/scale/biases`)) as tf.Tensor4D;
    return relu ? tf.relu(scaled) : scaled;
  }

  private weight<T extends tf.Tensor = tf.Tensor2D>(name: string): T {
    const found = this.weights[name];
    if (!found) throw new Error(`the recognition net lacks ${name}`);
    return found as T;
  }
}

/** Adds two maps that may differ in size and depth: the smaller one is padded with zeros at the end. */
function joined(a: tf.Tensor4D, b: tf.Tensor4D): tf.Tensor4D {
  const shape = a.shape.map((size, axis) => Math.max(size, b.shape[axis] ?? 0));
  const grown = (t: tf.Tensor4D) => tf.pad(t, shape.map((size, axis) => [0, size - (t.shape[axis] ?? 0)] as [number, number]));
  return tf.add<tf.Tensor4D>(grown(a), grown(b));
}
