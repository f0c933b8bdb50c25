/**
 * Why the camera cannot be used: permission denied by the user or the phone, no camera (or no API for it), or in use by
 * another app.
 */
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
 * Opens the camera. The permission prompt appears now, at the moment of use. Audio is never requested: the app has no
 * permission for it, and a request for both would be refused for both. In the iOS app `mediaDevices` can be called
 * right away: the shell has granted access to the page, and the phone prompts the user.
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

/**
 * Calls `tell` when the camera stops unexpectedly: another app took it, it was unplugged, or the user revoked the
 * permission.
 */
export function onCameraLost(stream: MediaStream, tell: () => void): void {
  // The track fires no `ended` event when this app stops it.
  stream.getVideoTracks().forEach((track) => track.addEventListener('ended', tell, { once: true }));
}

/** Stops the camera and turns off its light. */
export function closeCamera(stream: MediaStream): void {
  stream.getTracks().forEach((track) => track.stop());
}

/**
 * Calls `tell` when the user grants camera access later, for example in the browser's settings. Returns a function that
 * stops this. On phones that do not report permission changes the user has to tap the button.
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

/** Where the permission is set: in the phone's settings of the app, or in the browser's settings. */
export type Place = 'androidApp' | 'iosApp' | 'chrome' | 'safari';

/** Where this page runs, according to its user agent and whether it is in the native app. */
export function placeOf(agent: string, native: boolean): Place {
  const apple = /iPhone|iPad|iPod|Macintosh/.test(agent);
  if (native) return apple ? 'iosApp' : 'androidApp';
  return apple ? 'safari' : 'chrome';
}

/** Whether a file input can open the camera here, for phones where the page cannot. */
export function canTakePictures(): boolean {
  return 'capture' in document.createElement('input');
}
