let underWay = 0;

/** Whether a call that changes data is in flight. */
export const isWriting = (): boolean => underWay > 0;

/** Counts a call that changes data as in flight until it settles. */
export async function writing<T>(call: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await call();
  } finally {
    underWay -= 1;
  }
}
