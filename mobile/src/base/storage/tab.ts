const PREFIX = 'lm:';

/** Reads a value that is kept until this tab is closed, including across reloads; null if there is none. */
export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** Stores a value for this tab. If storage is full or disabled, nothing is stored. */
export function writeTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(PREFIX + key, value);
  } catch {
    return;
  }
}

/** Deletes every value of this tab whose key starts with `start`. */
export function removeTabAll(start: string): void {
  try {
    Object.keys(sessionStorage)
      .filter((key) => key.startsWith(PREFIX + start))
      .forEach((key) => sessionStorage.removeItem(key));
  } catch {
    return;
  }
}
