interface Kept {
  value: string;
  /** Milliseconds since the epoch; absent: kept for good. */
  until?: number;
}

const PREFIX = 'lm:';

/** What a full or closed storage (private mode of old Safari) did not take: it lasts as long as the page. */
const untaken = new Map<string, Kept>();

/** Reads a value, or null when it is missing or outdated. */
export function readLocal(key: string): string | null {
  const kept = untaken.get(key) ?? stored(key);
  if (!kept) return null;
  if (kept.until === undefined || kept.until >= Date.now()) return kept.value;
  removeLocal(key);
  return null;
}

function stored(key: string): Kept | null {
  try {
    const raw = localStorage.getItem(PREFIX + key);
    return raw === null ? null : (JSON.parse(raw) as Kept);
  } catch {
    return null;
  }
}

/** Keeps a value, for `hours` if given. It tells whether that outlives the page; it lasts as long at least. */
export function writeLocal(key: string, value: string, hours?: number): boolean {
  const kept: Kept = { value };
  if (hours !== undefined) kept.until = Date.now() + hours * 3_600_000;
  untaken.delete(key);
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(kept));
    return true;
  } catch {
    untaken.set(key, kept);
    return false;
  }
}

/** Forgets a value. */
export function removeLocal(key: string): void {
  untaken.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    return;
  }
}

/** The keys that start with `start`. */
export function localKeys(start: string): string[] {
  return [...new Set([...untaken.keys(), ...storedKeys()])].filter((key) => key.startsWith(start));
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** Forgets every value whose key starts with `start`. */
export function removeLocalAll(start: string): void {
  localKeys(start).forEach(removeLocal);
}
