import type { ChannelInfo } from '@/lib/channel';
import { google } from './google';
import { meta } from './meta';
import { tiktok } from './tiktok';

/** A platform's tool in the page. */
export interface Pixel {
  /** Tells of a new member; `eventId` is the same in the server's report, so that the platform counts one. */
  registered: (eventId: string) => void;
}

const kinds = { google, meta, tiktok };
let pixel: Pixel | null = null;

/** Loads the tool of the channel's platform. Only to be called with the visitor's consent. */
export function loadPixel({ platform, pixelId }: Pick<ChannelInfo, 'platform' | 'pixelId'>): void {
  if (pixel === null && platform !== '') pixel = kinds[platform](pixelId);
}

/** Tells the tool, where there is one, of a new member. Never throws: a broken tool keeps nobody out. */
export function registered(memberId: string): void {
  try {
    pixel?.registered(`registration.${memberId}`);
  } catch {
    return;
  }
}

/** Puts a platform's script into the page. */
export function script(src: string): void {
  const node = document.createElement('script');
  node.async = true;
  node.src = src;
  document.head.appendChild(node);
}
