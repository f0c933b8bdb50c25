let underWay = 0;

/** Whether a call that changes data is in flight, or something is being stored. */
export const isWriting = (): boolean => underWay > 0;

/** Counts work that a reload would lose as under way until it settles: a call that changes data, or storing a photo. */
export async function writing<T>(work: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await work();
  } finally {
    underWay -= 1;
  }
}
