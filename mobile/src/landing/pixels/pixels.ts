import type { ChannelInfo } from '@/lib/channel';
import { google } from './google';
import { meta } from './meta';
import type { Pixel } from './pixel';
import { tiktok } from './tiktok';

const kinds = { google, meta, tiktok };
let pixel: Pixel | null = null;

/** Loads the tool of the channel's platform. May only be called with the visitor's consent. */
export function loadPixel({ platform, pixelId }: Pick<ChannelInfo, 'platform' | 'pixelId'>): void {
  if (pixel === null && platform !== '') pixel = kinds[platform](pixelId);
}

/**
 * Reports a registration by its `registrationId` to the tool, if there is one. Never throws, so that a broken tool
 * cannot prevent the login.
 */
export function registered(eventId: string): void {
  try {
    pixel?.registered(eventId);
  } catch {
    return;
  }
}
