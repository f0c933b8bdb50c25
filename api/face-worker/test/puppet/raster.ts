/** A photo or a frame: RGB or RGBA, row by row. */
export interface Image {
  width: number;
  height: number;
  channels: 3 | 4;
  data: Uint8Array | Uint8ClampedArray;
}

/** The corners, and how the triangle is shaded: as the photo, the inside of a mouth, or a lash. */
export type Triangle = readonly [a: number, b: number, c: number, shade: Shade];
export type Shade = 'photo' | 'mouth' | 'lash';

/** A corner on the screen, with the inverse of its distance and its position in the photo. */
export interface Corner {
  x: number;
  y: number;
  near: number;
  u: number;
  v: number;
}

const dark = [40, 18, 18] as const;

/** Draws textured triangles of the photo with a depth buffer and perspective correction. */
export class Canvas implements Image {
  readonly channels = 4;
  readonly data: Uint8ClampedArray;
  private readonly depth: Float32Array;

  constructor(readonly width: number, readonly height: number, private readonly wall: readonly [number, number, number] = [186, 190, 196]) {
    this.data = new Uint8ClampedArray(width * height * 4);
    this.depth = new Float32Array(width * height);
  }

  clear(): void {
    this.depth.fill(0);
    for (let i = 0; i < this.data.length; i += 4) {
      this.data[i] = this.wall[0];
      this.data[i + 1] = this.wall[1];
      this.data[i + 2] = this.wall[2];
      this.data[i + 3] = 255;
    }
  }

  /** shade, from 0 to 1, is how much of the texture is replaced by the dark of a mouth or of lashes. */
  triangle(photo: Image, a: Corner, b: Corner, c: Corner, shade: number): void {
    const det = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    if (Math.abs(det) < 1e-6) return;
    const top = Math.max(0, Math.ceil(Math.min(a.y, b.y, c.y)));
    const bottom = Math.min(this.height - 1, Math.floor(Math.max(a.y, b.y, c.y)));
    const left = Math.max(0, Math.ceil(Math.min(a.x, b.x, c.x)));
    const right = Math.min(this.width - 1, Math.floor(Math.max(a.x, b.x, c.x)));
    // The weights of the corners are linear in x: w = start + slope * x, one row at a time.
    const slopeB = (c.y - a.y) / det;
    const slopeC = -(b.y - a.y) / det;
    for (let y = top; y <= bottom; y++) {
      const startB = (-a.x * (c.y - a.y) - (c.x - a.x) * (y - a.y)) / det;
      const startC = ((b.x - a.x) * (y - a.y) + a.x * (b.y - a.y)) / det;
      const [from, to] = span(left, right, [1 - startB - startC, startB, startC], [-slopeB - slopeC, slopeB, slopeC]);
      for (let x = from; x <= to; x++) {
        const wb = startB + slopeB * x;
        const wc = startC + slopeC * x;
        this.pixel(photo, y * this.width + x, a, b, c, wb, wc, shade);
      }
    }
  }

  private pixel(photo: Image, index: number, a: Corner, b: Corner, c: Corner, wb: number, wc: number, shade: number): void {
    const [na, nb, nc] = [(1 - wb - wc) * a.near, wb * b.near, wc * c.near];
    const near = na + nb + nc;
    if (near < (this.depth[index] ?? 0)) return;
    this.depth[index] = near;
    const u = within((na * a.u + nb * b.u + nc * c.u) / near, photo.width);
    const v = within((na * a.v + nb * b.v + nc * c.v) / near, photo.height);
    this.put(photo, index * 4, u, v, shade);
  }

  /** Writes the bilinear interpolation of the photo's pixels around u, v. */
  put(photo: Image, at: number, u: number, v: number, shade: number): void {
    const [iu, iv] = [Math.floor(u), Math.floor(v)];
    const [fu, fv] = [u - iu, v - iv];
    const { data, channels } = photo;
    const k = (iv * photo.width + iu) * channels;
    const below = k + photo.width * channels;
    for (let i = 0; i < 3; i++) {
      const upper = (data[k + i] as number) * (1 - fu) + (data[k + channels + i] as number) * fu;
      const lower = (data[below + i] as number) * (1 - fu) + (data[below + channels + i] as number) * fu;
      this.data[at + i] = (upper * (1 - fv) + lower * fv) * (1 - shade) + (dark[i] as number) * shade;
    }
  }

  /** Adds the noise of a camera sensor, so that no two frames are equal. */
  grain(random: () => number, strength: number): void {
    for (let i = 0; i < this.data.length; i += 4) {
      const d = (random() - 0.5) * 2 * strength;
      for (let c = 0; c < 3; c++) this.data[i + c] = (this.data[i + c] as number) + d;
    }
  }
}

/** Returns the pixels of a row in which all three weights are positive. */
function span(left: number, right: number, starts: readonly number[], slopes: readonly number[]): [number, number] {
  let [from, to] = [left, right];
  starts.forEach((start, i) => {
    const slope = slopes[i] as number;
    const edge = start + 1e-5;
    if (slope > 1e-12) from = Math.max(from, Math.ceil(-edge / slope));
    else if (slope < -1e-12) to = Math.min(to, Math.floor(-edge / slope));
    else if (edge < 0) to = -1;
  });
  return [from, to];
}

const within = (value: number, size: number) => Math.max(0, Math.min(size - 1.001, value));

/** A small pseudo-random generator from 0 to 1: the frames are the same in every run. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
