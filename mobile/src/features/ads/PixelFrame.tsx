import { useEffect, useRef } from 'react';
import { readCookie } from '@/base/storage/cookie';
import { takeNewMember } from '@/lib/ads/newMember';
import { registrationId } from '@/lib/ads/registration';
import type { ChannelInfo } from '@/lib/channel';

/** The click ids that each platform's tool reads from the URL of its page. */
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
 * The platform's tool in a sandboxed page of its own. It cannot access this page or its storage, and only receives a
 * registration, under an id that only we can resolve. It is removed with this component.
 */
export default function PixelFrame({ channel }: { channel: ChannelInfo }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const src = address(channel);

  useEffect(() => {
    const ready = ({ source, data }: MessageEvent<{ pixel?: unknown }>) => {
      const page = frame.current?.contentWindow;
      if (!page || source !== page || data?.pixel !== 'ready') return;
      const memberId = takeNewMember();
      // A sandboxed page has no origin that could be used as the target.
      if (memberId) void registrationId(memberId).then((id) => page.postMessage({ registered: id }, '*'), () => undefined);
    };
    window.addEventListener('message', ready);
    return () => window.removeEventListener('message', ready);
  }, []);

  return <iframe ref={frame} src={src} sandbox="allow-scripts" title="pixel" tabIndex={-1} aria-hidden="true" hidden />;
}
