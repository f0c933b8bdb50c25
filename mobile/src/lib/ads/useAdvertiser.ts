import { useEffect, useState } from 'react';
import { isNativeApp } from '@/bridge/shell';
import { currentChannel, type ChannelInfo } from '@/lib/channel';

/** The delay before advertising loads, so that the page loads first. */
const LOAD_DELAY_MS = 1500;

/**
 * The channel whose platform's tool may run on this page, if the visitor consents; null if there is none, inside the
 * native app, and while `wanted` is false.
 */
export function useAdvertiser(wanted: boolean): ChannelInfo | null {
  const [channel, setChannel] = useState<ChannelInfo | null>(null);
  useEffect(() => {
    if (!wanted || isNativeApp()) return undefined;
    let gone = false;
    const timer = setTimeout(() => void currentChannel().then((found) => !gone && setChannel(found)), LOAD_DELAY_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [wanted]);
  return wanted && channel?.platform && channel.pixelId ? channel : null;
}
