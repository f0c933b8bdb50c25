/**
 * Points of the face mesh (468 points; the iris model adds 10 after them) by the part of the face. Left and right are
 * the borrower's own: in the unmirrored picture the right eye is on the left.
 */

export const meshPoints = 468;

export const top = 10;
export const chin = 152;
export const rightCheekbone = 234;
export const leftCheekbone = 454;

/** The outline of the face, clockwise from the forehead. */
export const outline = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377,
  152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
] as const;

export interface Eye {
  outer: number;
  inner: number;
  /** Pairs of points on the upper and the lower lid. */
  lids: readonly (readonly [number, number])[];
  ring: readonly number[];
}

export const rightEye: Eye = {
  outer: 33, inner: 133, lids: [[160, 144], [159, 145], [158, 153]],
  ring: [33, 246, 161, 160, 159, 158, 157, 173, 133, 155, 154, 153, 145, 144, 163, 7],
};

export const leftEye: Eye = {
  outer: 263, inner: 362, lids: [[387, 373], [386, 374], [385, 380]],
  ring: [263, 466, 388, 387, 386, 385, 384, 398, 362, 382, 381, 380, 374, 373, 390, 249],
};

export const mouth = {
  right: 61, left: 291, upper: 13, lower: 14,
  ring: [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146],
} as const;

/**
 * Where the person's own skin is sampled: between the brows and along the root of the nose, which masks, glasses and a
 * fringe leave uncovered.
 */
export const bareSkin = [9, 8, 168, 6, 193, 417, 122, 351, 108, 337] as const;

export const rightCheek = [50, 101, 118, 117, 123, 187, 205, 36, 147, 207] as const;
export const leftCheek = [280, 330, 347, 346, 352, 411, 425, 266, 376, 427] as const;
