import { script, type Pixel } from './pixel';

interface Fbq {
  (...args: unknown[]): void;
  callMethod?: (...args: unknown[]) => void;
  queue: unknown[][];
  loaded: boolean;
  version: string;
}

/** Meta's pixel (social ads). Calls are queued until its script has loaded. */
export function meta(id: string): Pixel {
  const page = window as { fbq?: Fbq };
  if (!page.fbq) {
    const fbq = ((...args: unknown[]) => (fbq.callMethod ? fbq.callMethod(...args) : fbq.queue.push(args))) as unknown as Fbq;
    fbq.queue = [];
    fbq.loaded = true;
    fbq.version = '2.0';
    page.fbq = fbq;
    script('https://connect.facebook.net/en_US/fbevents.js');
  }
  page.fbq('init', id);
  page.fbq('track', 'PageView');
  return { registered: (eventID) => page.fbq?.('track', 'CompleteRegistration', {}, { eventID }) };
}
