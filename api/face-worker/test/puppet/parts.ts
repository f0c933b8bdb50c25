// The points of the face mesh that the puppet moves. Rows run from the outer to the inner corner of the eye.

export const outline = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377,
  152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
];

export interface Lid {
  upper: number[];
  lower: number[];
  /** The fold above the lid. */
  fold: number[];
  /** Below the brow. */
  brow: number[];
}

export const lids: Lid[] = [
  {
    upper: [246, 161, 160, 159, 158, 157, 173], lower: [7, 163, 144, 145, 153, 154, 155],
    fold: [247, 30, 29, 27, 28, 56, 190], brow: [113, 225, 224, 223, 222, 221, 189],
  },
  {
    upper: [466, 388, 387, 386, 385, 384, 398], lower: [249, 390, 373, 374, 380, 381, 382],
    fold: [467, 260, 259, 257, 258, 286, 414], brow: [342, 445, 444, 443, 442, 441, 413],
  },
];

/** The inner edges of the lips, corner to corner: the triangles of the mesh leave a hole between them. */
export const innerUpperLip = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308];
export const innerLowerLip = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308];

/** Points that stay with the skull, and points that move with the jaw. */
export const upperLip = new Set([
  185, 40, 39, 37, 0, 267, 269, 270, 409, 184, 74, 73, 72, 11, 302, 303, 304, 408, 183, 42, 41, 38, 12, 268, 271, 272, 407,
  191, 80, 81, 82, 13, 312, 311, 310, 415, 61, 291, 76, 306, 62, 292, 78, 308,
]);
export const lowerLip = new Set([
  146, 91, 181, 84, 17, 314, 405, 321, 375, 77, 90, 180, 85, 16, 315, 404, 320, 307, 96, 89, 179, 86, 15, 316, 403, 319, 325,
  95, 88, 178, 87, 14, 317, 402, 318, 324,
]);
