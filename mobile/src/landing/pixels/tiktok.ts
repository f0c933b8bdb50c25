import { script, type Pixel } from './pixel';

interface Ttq extends Array<unknown> {
  _i?: Record<string, unknown[]>;
  page: () => void;
  track: (event: string, values: object, options: object) => void;
}

/** TikTok's pixel (short video ads). Calls are queued until its script has loaded. */
export function tiktok(id: string): Pixel {
  const page = window as { TiktokAnalyticsObject?: string; ttq?: Ttq };
  if (!page.ttq) {
    const queue = [] as unknown as Ttq;
    queue.page = () => queue.push(['page']);
    queue.track = (...args) => queue.push(['track', ...args]);
    queue._i = { [id]: [] };
    page.TiktokAnalyticsObject = 'ttq';
    page.ttq = queue;
    script(`https://analytics.tiktok.com/i18n/pixel/events.js?sdkid=${encodeURIComponent(id)}&lib=ttq`);
  }
  page.ttq.page();
  return { registered: (eventId) => page.ttq?.track('CompleteRegistration', {}, { event_id: eventId }) };
}
