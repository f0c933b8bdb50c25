interface Kept {
  value: string;
  /** Milliseconds since the epoch; absent: kept for good. */
  until?: number;
}

const PREFIX = 'lm:';

/** Reads a value, or null when it is missing, outdated, or storage is closed (private mode of old Safari). */
export function readLocal(key: string): string | null {
  try {
    const raw = localStorage.getItem(PREFIX + key);
    if (raw === null) return null;
    const kept = JSON.parse(raw) as Kept;
    if (kept.until !== undefined && kept.until < Date.now()) {
      localStorage.removeItem(PREFIX + key);
      return null;
    }
    return kept.value;
  } catch {
    return null;
  }
}

/** Keeps a value, for `hours` if given. A full or closed storage is no failure: the app works without. */
export function writeLocal(key: string, value: string, hours?: number): void {
  const kept: Kept = { value };
  if (hours !== undefined) kept.until = Date.now() + hours * 3_600_000;
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(kept));
  } catch {
    return;
  }
}

/** Forgets a value. */
export function removeLocal(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    return;
  }
}

/** The keys that start with `start`. */
export function localKeys(start: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + start))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** Forgets every value whose key starts with `start`. */
export function removeLocalAll(start: string): void {
  localKeys(start).forEach(removeLocal);
}
