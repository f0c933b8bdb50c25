/** Bounds of spec 5. */
export const MAX_TEXT = 300;
export const MAX_IMAGES = 3;

/** A message or a complaint while it is written. */
export interface Letter {
  text: string;
  /** Ids of images on the server. */
  fileIds: string[];
  /** Empty: about no loan in particular. */
  orderId: string;
}

export const emptyLetter: Letter = { text: '', fileIds: [], orderId: '' };
