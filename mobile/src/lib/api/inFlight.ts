let underWay = 0;

/** Whether a call that changes something has not been answered. */
export const isWriting = (): boolean => underWay > 0;

/** Counts a call that changes something, for as long as it is not answered. */
export async function writing<T>(call: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await call();
  } finally {
    underWay -= 1;
  }
}
