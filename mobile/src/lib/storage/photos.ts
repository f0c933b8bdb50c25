const DATABASE = 'lm-photos';
const STORE = 'waiting';

/** Photos that were taken and are not on the server yet: they outlive a lost line, a reload and a killed page. */
function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no storage for photos'));
  });
}

/** Runs one request; a closed storage (private mode) is no failure: the photo then lives as long as its page. */
async function ask<T>(mode: IDBTransactionMode, make: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  try {
    const database = await open();
    try {
      return await new Promise<T>((resolve, reject) => {
        const request = make(database.transaction(STORE, mode).objectStore(STORE));
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('no storage for photos'));
      });
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

/** Keeps a photo until it is sent. */
export async function keepPhoto(slot: string, photo: Blob): Promise<void> {
  await ask('readwrite', (store) => store.put(photo, slot));
}

/** The photo that was taken for a field and not sent, or null. */
export async function keptPhoto(slot: string): Promise<Blob | null> {
  const kept = (await ask('readonly', (store) => store.get(slot))) as unknown;
  return kept instanceof Blob ? kept : null;
}

/** The slots beginning with `start` that hold a photo. */
export async function keptSlots(start: string): Promise<string[]> {
  const slots = (await ask('readonly', (store) => store.getAllKeys())) ?? [];
  return slots.map(String).filter((slot) => slot.startsWith(start));
}

/** Forgets one. */
export async function forgetPhoto(slot: string): Promise<void> {
  await ask('readwrite', (store) => store.delete(slot));
}

/** Forgets all: whose they are has left. */
export async function forgetPhotos(): Promise<void> {
  await ask('readwrite', (store) => store.clear());
}
