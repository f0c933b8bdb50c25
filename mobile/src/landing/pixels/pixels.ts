import type { ChannelInfo } from '@/lib/channel';
import { google } from './google';
import { meta } from './meta';
import type { Pixel } from './pixel';
import { tiktok } from './tiktok';

const kinds = { google, meta, tiktok };
let pixel: Pixel | null = null;

/** Loads the tool of the channel's platform. Only to be called with the visitor's consent. */
export function loadPixel({ platform, pixelId }: Pick<ChannelInfo, 'platform' | 'pixelId'>): void {
  if (pixel === null && platform !== '') pixel = kinds[platform](pixelId);
}

/** Tells the tool, where there is one, of a registration by its `registrationId`. Never throws: a broken tool keeps nobody out. */
export function registered(eventId: string): void {
  try {
    pixel?.registered(eventId);
  } catch {
    return;
  }
}
