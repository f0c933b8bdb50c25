import { useEffect, useRef } from 'react';
import { readCookie } from '@/base/storage/cookie';
import { takeNewMember } from '@/lib/ads/newMember';
import { registrationId } from '@/lib/ads/registration';
import type { ChannelInfo } from '@/lib/channel';

/** The click ids that each platform's tool reads from its page's address. */
const CLICKS = { google: ['gclid', 'gbraid', 'wbraid'], meta: ['fbclid'], tiktok: ['ttclid'], '': [] } as const;

function address({ platform, pixelId }: ChannelInfo): string {
  const query = new URLSearchParams({ platform, id: pixelId });
  for (const name of CLICKS[platform]) {
    const value = readCookie(name);
    if (value) query.set(name, value);
  }
  return `/m/pixel?${query.toString()}`;
}

/**
 * The platform's tool, in a sandboxed page of its own: it sees neither this page nor its storage, and is told that somebody
 * has registered, by a name that only we can read. It goes with this component.
 */
export default function PixelFrame({ channel }: { channel: ChannelInfo }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const src = address(channel);

  useEffect(() => {
    const ready = ({ source, data }: MessageEvent<{ pixel?: unknown }>) => {
      const page = frame.current?.contentWindow;
      if (!page || source !== page || data?.pixel !== 'ready') return;
      const memberId = takeNewMember();
      // In its sandbox the page has no origin that could be named.
      if (memberId) void registrationId(memberId).then((id) => page.postMessage({ registered: id }, '*'), () => undefined);
    };
    window.addEventListener('message', ready);
    return () => window.removeEventListener('message', ready);
  }, []);

  return <iframe ref={frame} src={src} sandbox="allow-scripts" title="pixel" tabIndex={-1} aria-hidden="true" hidden />;
}
