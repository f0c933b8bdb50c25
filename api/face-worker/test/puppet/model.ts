import { innerLowerLip, innerUpperLip, lids, lowerLip, outline, upperLip } from './parts';
import type { Image, Triangle } from './raster';

export type Vector = [x: number, y: number, z: number];

/**
 * A vertex: its position at rest, its position in the photo, and how much it follows the turn of the head and the drop of the
 * jaw.
 */
export interface Vertex {
  rest: Vector;
  uv: [number, number];
  turn: number;
  jaw: number;
}

export interface Model {
  vertices: Vertex[];
  triangles: Triangle[];
  lashes: Lash[];
  /** The width of the face in pixels; all lengths of the model are relative to it. */
  width: number;
  /** The centre of the outline, relative to the centre of the photo. */
  centre: readonly [number, number];
  mouthMiddle: number;
}

/** Two vertices that draw a dark line where the lids meet: without it the net takes a closed lid for a half open eye. */
export interface Lash {
  above: number;
  below: number;
  lid: number;
  weight: number;
}

/** The rest mesh: 468 points in pixels of the photo, and the triangles between them. */
export interface Rest {
  points: readonly (readonly number[])[];
  triangles: readonly number[];
}

/** The distance of the camera when the photo was taken, in widths of the face. */
export const photoDistance = 3.2;

/** How far the photo's background and the axis of the neck are behind the face, in widths of the face. */
const wallDepth = 0.65;
export const neckDepth = 0.55;

/** The rings that extend the mesh over hair and neck: scale, share of the distance back to the wall, share of the head's turn. */
const skirt = [
  { scale: 1.12, back: 0.35, turn: 1, below: { scale: 0.97, texture: 0.86, back: 0.6 } },
  { scale: 1.35, back: 0.75, turn: 1, below: { scale: 1, texture: 1, back: 0.98 } },
  { scale: 1.65, back: 1, turn: 1, below: null },
  { scale: 2.1, back: 1, turn: 0, below: null },
];

const smooth = (from: number, to: number, x: number) => {
  const t = Math.max(0, Math.min(1, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
};

/** Changes the geometry of the face, to make another person from the same photo; points are in pixels of the photo. */
export type Shape = (point: Vector, centre: readonly [number, number], width: number) => Vector;

/** Builds the head: face, mouth, teeth, a skirt of hair and neck, lashes, and the wall behind. */
export function build(photo: Image, rest: Rest, shape?: Shape): Model {
  const points = rest.points.map((p) => [p[0], p[1], p[2]] as Vector);
  const at = (index: number) => points[index] as Vector;
  const width = Math.hypot(at(454)[0] - at(234)[0], at(454)[1] - at(234)[1]);
  const centre = [0, 1].map((axis) => outline.reduce((sum, i) => sum + (at(i)[axis] as number), 0) / outline.length) as [number, number];
  const builder = new Builder(points, width, centre, photo);
  for (let i = 0; i < rest.triangles.length; i += 3) {
    builder.triangles.push([rest.triangles[i] as number, rest.triangles[i + 1] as number, rest.triangles[i + 2] as number, 'photo']);
  }
  builder.mouth();
  builder.skirt();
  builder.lashLines();
  builder.wall();
  return builder.finish(shape);
}

class Builder {
  readonly triangles: Triangle[] = [];
  private readonly places: Vector[];
  private readonly uv: [number, number][];
  private readonly turn: number[];
  private readonly lashes: Lash[] = [];
  private teeth: number[] = [];
  private face = 0;
  private rings = 0;
  private rest = 0;

  constructor(points: Vector[], private readonly width: number, private readonly centre: [number, number], private readonly photo: Image) {
    this.places = points.map((p) => [...p]);
    this.uv = points.map((p) => [p[0], p[1]]);
    this.turn = points.map(() => 1);
    this.face = points.length;
  }

  private add(place: Vector, uv: [number, number], turn: number): number {
    this.places.push(place);
    this.uv.push(uv);
    this.turn.push(turn);
    return this.places.length - 1;
  }

  private at(index: number): Vector {
    return this.places[index] as Vector;
  }

  /** A strip between two rows of vertices. */
  private strip(upper: number[], lower: number[], shade: Triangle[3]): void {
    for (let i = 0; i + 1 < upper.length; i++) {
      const [u, v, l, m] = [upper[i], upper[i + 1], lower[i], lower[i + 1]] as [number, number, number, number];
      if (u !== l) this.triangles.push([u, v, l, shade]);
      if (v !== m) this.triangles.push([l, v, m, shade]);
    }
  }

  /** Closes the hole between the lips, and attaches the photo's teeth to the upper jaw. */
  mouth(): void {
    this.strip(innerUpperLip, innerLowerLip, 'mouth');
    this.teeth = innerLowerLip.map((i) => {
      const [x, y, z] = this.at(i);
      return this.add([x, y, z - 0.03 * this.width], [x, y], 1);
    });
    this.strip(innerUpperLip, this.teeth, 'photo');
  }

  /**
   * Below the ears the first rings go straight back behind the jaw, with the cheek's texture: otherwise the wall would show
   * beside the jaw.
   */
  skirt(): void {
    const [cx, cy] = this.centre;
    let inner: number[] = outline;
    this.rings = this.places.length;
    for (const ring of skirt) {
      const outer = outline.map((index, n) => {
        const below = n > 8 && n < 28 ? ring.below : null;
        const [x, y, z] = this.at(index);
        const scale = below?.scale ?? ring.scale;
        const texture = below?.texture ?? ring.scale;
        const back = below?.back ?? ring.back;
        return this.add(
          [cx + (x - cx) * scale, cy + (y - cy) * scale, z + (wallDepth * this.width - z) * back],
          [cx + (x - cx) * texture, cy + (y - cy) * texture], ring.turn,
        );
      });
      for (let i = 0; i < outline.length; i++) {
        const j = (i + 1) % outline.length;
        const [a, b, c, d] = [inner[i], inner[j], outer[i], outer[j]] as [number, number, number, number];
        this.triangles.push([a, b, c, 'photo'], [c, b, d, 'photo']);
      }
      inner = outer;
    }
  }

  lashLines(): void {
    for (const lid of lids) {
      const rows = lid.upper.map((index, n) => {
        const [above, below] = [0, 1].map(() => this.add([...this.at(index)], [...(this.uv[index] as [number, number])], 1)) as [number, number];
        this.lashes.push({ above, below, lid: index, weight: Math.sin(((n + 0.7) / 7.4) * Math.PI) });
        return [above, below] as const;
      });
      this.strip(rows.map(([above]) => above), rows.map(([, below]) => below), 'lash');
    }
  }

  /** Adds the whole photo behind everything. */
  wall(): void {
    this.rest = this.places.length;
    const { width: w, height: h } = this.photo;
    const corners = ([[0, 0], [w, 0], [w, h], [0, h]] as [number, number][]).map(([x, y]) => this.add([x, y, wallDepth * this.width * 1.02], [x, y], 0));
    const [a, b, c, d] = corners as [number, number, number, number];
    this.triangles.push([a, b, c, 'photo'], [a, c, d, 'photo']);
  }

  /** Moves every vertex to where the camera saw it at its depth, so that pose 0 reproduces the photo. */
  finish(shape?: Shape): Model {
    const camera = photoDistance * this.width;
    const [ox, oy] = [this.photo.width / 2, this.photo.height / 2];
    const unproject = ([x, y, z]: Vector): Vector => [((x - ox) * (camera + z)) / camera, ((y - oy) * (camera + z)) / camera, z];
    const shaped = (p: Vector, i: number) => (shape && i < this.face + this.teeth.length ? shape(p, this.centre, this.width) : p);
    const places = this.places.map((p, i) => unproject(shaped(p, i)));
    const plain = this.places.map(unproject);
    const jaw = this.jawWeights(plain, oy);
    return {
      vertices: places.map((place, i) => ({ rest: place, uv: this.uv[i] as [number, number], turn: this.turn[i] as number, jaw: jaw[i] as number })),
      triangles: this.triangles,
      lashes: this.lashes,
      width: this.width,
      centre: [this.centre[0] - ox, this.centre[1] - oy],
      mouthMiddle: ((plain[61] as Vector)[0] + (plain[291] as Vector)[0]) / 2,
    };
  }

  /** The lower lip follows the jaw most in its middle, the chin completely, the skirt less the further out it is. */
  private jawWeights(places: Vector[], oy: number): number[] {
    const [right, left] = [places[61] as Vector, places[291] as Vector];
    const middle = (right[0] + left[0]) / 2;
    const half = Math.abs(left[0] - right[0]) / 2;
    const corners = (this.at(61)[1] + this.at(291)[1]) / 2 - oy;
    return places.map(([x, y], i) => {
      if (upperLip.has(i) || this.teeth.includes(i) || i >= this.rest) return 0;
      if (lowerLip.has(i)) return Math.max(0, 1 - (Math.abs(x - middle) / half) ** 2) ** 0.7;
      const below = smooth(0.03 * this.width, 0.2 * this.width, y - corners) * (1 - smooth(0.28 * this.width, 0.55 * this.width, Math.abs(x - middle)));
      if (i < this.face) return below;
      const ringed = i - this.rings;
      return ringed >= 0 && ringed < 4 * outline.length ? below * Math.max(0, 1 - ringed / (2 * outline.length)) : 0;
    });
  }
}
