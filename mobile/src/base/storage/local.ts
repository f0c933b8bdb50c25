import { confirmed, isOver, lifetime, type Lifetime } from './lifetime';

/** A value with its lifetime. A value without a lifetime never expires. */
type Kept = { value: string } & (Lifetime | { until?: never });

const PREFIX = 'lm:';

/**
 * Values that a full or disabled storage (private mode of old Safari) rejected. They are kept until the page is closed.
 */
const untaken = new Map<string, Kept>();

/** Reads a value; null if it is missing or expired. */
export function readLocal(key: string): string | null {
  const kept = untaken.get(key) ?? stored(key);
  if (!kept) return null;
  if (kept.until === undefined) return kept.value;
  if (isOver(kept)) {
    removeLocal(key);
    return null;
  }
  const rest = confirmed(kept);
  if (rest) put(key, { value: kept.value, ...rest });
  return kept.value;
}

function stored(key: string): Kept | null {
  try {
    const raw = localStorage.getItem(PREFIX + key);
    return raw === null ? null : (JSON.parse(raw) as Kept);
  } catch {
    return null;
  }
}

/**
 * Stores a value, for `hours` if given. Returns whether it outlives the page; it is always kept for as long as the page
 * is open.
 */
export function writeLocal(key: string, value: string, hours?: number): boolean {
  return put(key, hours === undefined ? { value } : { value, ...lifetime(hours * 3_600_000) });
}

function put(key: string, kept: Kept): boolean {
  untaken.delete(key);
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(kept));
    return true;
  } catch {
    untaken.set(key, kept);
    return false;
  }
}

/** Deletes a value. */
export function removeLocal(key: string): void {
  untaken.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    return;
  }
}

/** The keys that start with `start`, including those that storage rejected. */
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

/** Deletes every value whose key starts with `start`. */
export function removeLocalAll(start: string): void {
  localKeys(start).forEach(removeLocal);
}

/** Deletes expired values, including those that are never read again. Call it once the server time is known. */
export function sweepLocal(): void {
  localKeys('').forEach((key) => void readLocal(key));
}
