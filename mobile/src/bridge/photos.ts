import { isIosApp } from './appInfo';
import { ask } from './shell';

/** The actions of PhotosPlugin.java. */
export interface Photos {
  forget: (options: { name: string }) => Promise<void>;
  unread: (options: { since: number }) => Promise<Unread>;
}

/** A photo that the camera has taken and no page has read. */
interface Unread {
  name?: string;
  path?: string;
}

/** The prefix under which Capacitor serves the app's own files to the page. */
const OWN_FILES = '/_capacitor_file_';

/**
 * Makes the Android app delete the original of a photo that the camera took for a page, once it has been read. A
 * picture that the user chose does not belong to the app and is kept. On an iPhone the web view does not identify
 * photos; there the shell deletes them itself.
 */
export function forgetOriginal(photo: Blob): void {
  if (photo instanceof File && !isIosApp()) void ask('Photos', 'forget', { name: photo.name });
}

/**
 * Reads the photo that the camera has taken since a time (milliseconds by the phone's clock), if Android ended the app
 * behind the camera, so that no page received it. Null if there is none.
 */
export async function unreadPhoto(since: number): Promise<File | null> {
  const unread = isIosApp() ? null : await ask<Unread>('Photos', 'unread', { since });
  if (!unread?.path) return null;
  try {
    const answer = await fetch(OWN_FILES + unread.path);
    return answer.ok ? new File([await answer.blob()], unread.name ?? '') : null;
  } catch {
    return null;
  }
}
