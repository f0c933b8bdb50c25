import { isIosApp } from './appInfo';
import { ask } from './shell';

/** The action of PhotosPlugin.java. */
export interface Photos {
  forget: (options: { name: string }) => Promise<void>;
}

/**
 * Has the Android app delete the original of a photo that the camera took for a page, once it is read. A picture that was chosen
 * is none of the app's, and stays. On an iPhone the web view names no photo apart from another: the shell deletes them by itself.
 */
export function forgetOriginal(photo: Blob): void {
  if (photo instanceof File && !isIosApp()) void ask('Photos', 'forget', { name: photo.name });
}
