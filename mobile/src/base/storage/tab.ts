const PREFIX = 'lm:';

/** Reads what this tab keeps until it is closed, also over a reload; null where that is nothing. */
export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** Keeps a value for this tab. A full or closed storage takes none. */
export function writeTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(PREFIX + key, value);
  } catch {
    return;
  }
}

/** Forgets every value whose key starts with `start`. */
export function removeTabAll(start: string): void {
  try {
    Object.keys(sessionStorage)
      .filter((key) => key.startsWith(PREFIX + start))
      .forEach((key) => sessionStorage.removeItem(key));
  } catch {
    return;
  }
}
