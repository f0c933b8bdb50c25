import { script, type Pixel } from './pixel';

interface Fbq {
  (...args: unknown[]): void;
  callMethod?: (...args: unknown[]) => void;
  push: Fbq;
  queue: unknown[][];
  loaded: boolean;
  version: string;
}

/** Meta's pixel (social ads). Calls are queued until its script has loaded, which finds all that Meta's own base code leaves. */
export function meta(id: string): Pixel {
  const page = window as { fbq?: Fbq; _fbq?: Fbq };
  if (!page.fbq) {
    const fbq = ((...args: unknown[]) => (fbq.callMethod ? fbq.callMethod(...args) : fbq.queue.push(args))) as unknown as Fbq;
    fbq.push = fbq;
    fbq.queue = [];
    fbq.loaded = true;
    fbq.version = '2.0';
    page.fbq = fbq;
    page._fbq = fbq;
    script('https://connect.facebook.net/en_US/fbevents.js');
  }
  page.fbq('init', id);
  page.fbq('track', 'PageView');
  return { registered: (eventID) => page.fbq?.('track', 'CompleteRegistration', {}, { eventID }) };
}
