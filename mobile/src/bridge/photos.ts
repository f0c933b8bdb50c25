import { isIosApp } from './appInfo';
import { ask } from './shell';

/** The action of PhotosPlugin.java. */
export interface Photos {
  forget: (options: { name: string }) => Promise<void>;
}

/**
 * Makes the Android app delete the original of a photo that the camera took for a page, once it has been read. A
 * picture that the user chose does not belong to the app and is kept. On an iPhone the web view does not identify
 * photos; there the shell deletes them itself.
 */
export function forgetOriginal(photo: Blob): void {
  if (photo instanceof File && !isIosApp()) void ask('Photos', 'forget', { name: photo.name });
}
