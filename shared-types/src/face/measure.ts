import { boxOf, centreOf, eyeOpening, mouthOpening, poseOf, widthOf, type Mesh, type Pose } from './geometry';
import { leftEye, rightEye } from './landmarks';
import { light, type Part, type Picture } from './light';

/** What the rules know of one frame with one face; lengths are shares of the picture's shorter side or of the head's width. */
export interface Measure {
  /** How sure the detector is that this is a face, 0 to 1. */
  score: number;
  pose: Pose;
  /** The width of the head against the shorter side of the picture. */
  width: number;
  /** The middle of the face, in shares of the picture's shorter side. */
  centre: readonly [x: number, y: number];
  /** Whether part of the face lies outside of the picture. */
  outside: boolean;
  /** How far the eyes are open, the mean of both; people range from 0.2 to 0.45. */
  eyes: number;
  /** How far the mouth is open, 0 when it is closed. */
  mouth: number;
  /** Luminance of the skin, 0 to 255. */
  brightness: number;
  /** Contrast of the finest detail in the face; a blurred face is below 40. */
  sharpness: number;
  /** The first part of the face that is covered. */
  covered: Part | null;
}

export function measure(picture: Picture, mesh: Mesh, score: number): Measure {
  const side = Math.min(picture.width, picture.height);
  const box = boxOf(mesh);
  const [x, y] = centreOf(mesh);
  return {
    score,
    pose: poseOf(mesh),
    width: widthOf(mesh) / side,
    centre: [x / side, y / side],
    outside: box.left < 0 || box.top < 0 || box.right > picture.width || box.bottom > picture.height,
    eyes: (eyeOpening(mesh, rightEye) + eyeOpening(mesh, leftEye)) / 2,
    mouth: mouthOpening(mesh),
    ...light(picture, mesh),
  };
}
