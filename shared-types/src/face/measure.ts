import { boxOf, centreOf, eyeOpening, mouthOpening, poseOf, widthOf, type Mesh, type Pose } from './geometry';
import { leftEye, rightEye } from './landmarks';
import { light, type Part, type Picture } from './light';

/**
 * The measurements of a frame with one face. Lengths are fractions of the picture's shorter side or of the head's
 * width.
 */
export interface Measure {
  /** The detector's confidence that this is a face, 0 to 1. */
  score: number;
  pose: Pose;
  /** The width of the head divided by the picture's shorter side. */
  width: number;
  /** The centre of the face, in fractions of the picture's shorter side. */
  centre: readonly [x: number, y: number];
  /** Whether part of the face is outside the picture. */
  outside: boolean;
  /** How far the eyes are open, the mean of both. People range from 0.2 to 0.45. */
  eyes: number;
  /** How far the mouth is open; 0 if closed. */
  mouth: number;
  /** Luminance of the skin, 0 to 255. */
  brightness: number;
  /** Contrast of the finest detail in the face; below 40 the face is blurred. */
  sharpness: number;
  /** The first part of the face that is covered; null if none is. */
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
