import type { ChannelInfo } from '@/lib/channel';
import { loadPixel, registered } from './pixels';

/**
 * The page in which a platform's pixel runs inside the app. It is sandboxed: the platform's code cannot access the
 * app's pages or storage, and receives from here only what it may know.
 */
const query = new URLSearchParams(location.search);
const platform = query.get('platform') ?? '';
const pixelId = query.get('id') ?? '';

function isPlatform(name: string): name is Exclude<ChannelInfo['platform'], ''> {
  return name === 'google' || name === 'meta' || name === 'tiktok';
}

if (parent !== window && isPlatform(platform) && /^[A-Za-z0-9_/-]{1,64}$/.test(pixelId)) {
  loadPixel({ platform, pixelId });
  addEventListener('message', ({ source, data }: MessageEvent<{ registered?: unknown }>) => {
    if (source === parent && typeof data?.registered === 'string') registered(data.registered);
  });
  // The sandbox hides the origin, but the frame's own URL is known.
  parent.postMessage({ pixel: 'ready' }, new URL(location.href).origin);
}
