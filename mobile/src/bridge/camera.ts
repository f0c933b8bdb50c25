/** Why there is no picture: refused by the person or the phone, no camera (or no way to one), or taken by another app. */
export type CameraRefusal = 'denied' | 'missing' | 'busy';

export type Camera = { stream: MediaStream } | { refusal: CameraRefusal };

const refusals: Record<string, CameraRefusal> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  PermissionDeniedError: 'denied',
  NotReadableError: 'busy',
  TrackStartError: 'busy',
  AbortError: 'busy',
};

/**
 * Opens the camera; the question for permission comes now, at the moment of use. Never with sound: the app may not, and a
 * request for both would be refused for both. In the iOS app `mediaDevices` may be asked for at once: the shell has granted
 * the page, and the phone asks the person.
 */
export async function openCamera(facing: 'user' | 'environment'): Promise<Camera> {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (typeof devices?.getUserMedia !== 'function') return { refusal: 'missing' };
  try {
    return { stream: await devices.getUserMedia({ video: { facingMode: facing, width: { ideal: 640 } }, audio: false }) };
  } catch (error) {
    return { refusal: (error instanceof Error && refusals[error.name]) || 'missing' };
  }
}

/** Tells when the camera stops by itself: another app took it, it was unplugged, or the person takes the permission back. */
export function onCameraLost(stream: MediaStream, tell: () => void): void {
  // Where this app lets it go, the track does not say that it ended.
  stream.getVideoTracks().forEach((track) => track.addEventListener('ended', tell, { once: true }));
}

/** Lets the camera go; its light goes out. */
export function closeCamera(stream: MediaStream): void {
  stream.getTracks().forEach((track) => track.stop());
}

/**
 * Tells when the person allows the camera meanwhile, in the browser's own settings say; answers with the way to stop. Where
 * the phone tells nothing of permissions there is the button.
 */
export function onCameraAllowed(tell: () => void): () => void {
  let stopped = false;
  let permission: PermissionStatus | null = null;
  const look = () => {
    if (permission?.state === 'granted') tell();
  };
  const watch = async () => {
    // eslint-disable-next-line compat/compat -- where it is missing, there is the button
    permission = (await (navigator.permissions as Permissions | undefined)?.query({ name: 'camera' as PermissionName })) ?? null;
    if (!stopped && permission) permission.onchange = look;
  };
  watch().catch(() => undefined);
  return () => {
    stopped = true;
    if (permission) permission.onchange = null;
  };
}

/** Where the permission is kept: the phone's settings of the app, or the browser's. */
export type Place = 'androidApp' | 'iosApp' | 'chrome' | 'safari';

/** Where this page runs, by its user agent and whether it is in the native app. */
export function placeOf(agent: string, native: boolean): Place {
  const apple = /iPhone|iPad|iPod|Macintosh/.test(agent);
  if (native) return apple ? 'iosApp' : 'androidApp';
  return apple ? 'safari' : 'chrome';
}

/** Whether a field for pictures opens the camera here, where the page itself cannot. */
export function canTakePictures(): boolean {
  return 'capture' in document.createElement('input');
}
