import { script, type Pixel } from './pixel';

const source = 'https://analytics.tiktok.com/i18n/pixel/events.js';

/** The calls that TikTok's script and its plugins may make or find queued. */
const methods = ['page', 'track', 'identify', 'instances', 'debug', 'on', 'off', 'once', 'ready', 'alias', 'group', 'enableCookie', 'disableCookie'] as const;

type Calls = Record<(typeof methods)[number], (...args: unknown[]) => void>;
type Queue = unknown[] & Calls & { _u?: string };

interface State {
  methods: readonly string[];
  /** By pixel: its own queue, when it was loaded, and its options. */
  _i: Record<string, Queue>;
  _t: Record<string, number>;
  _o: Record<string, object>;
  instance: (id: string) => Queue;
}

function queueOf(): Queue {
  const queue = [] as unknown as Queue;
  for (const name of methods) queue[name] = (...args) => void queue.push([name, ...args]);
  return queue;
}

/** TikTok's pixel (short video ads). Calls are queued until its script has loaded, which expects the state of TikTok's own base code. */
export function tiktok(id: string): Pixel {
  const page = window as { TiktokAnalyticsObject?: string; ttq?: Queue & State };
  if (!page.ttq) {
    const own = Object.assign(queueOf(), { _u: source });
    const pixels: State['_i'] = { [id]: own };
    page.TiktokAnalyticsObject = 'ttq';
    page.ttq = Object.assign(queueOf(), {
      methods, _i: pixels, _t: { [id]: Date.now() }, _o: { [id]: {} }, instance: (name: string) => pixels[name] ?? queueOf(),
    });
    script(`${source}?sdkid=${encodeURIComponent(id)}&lib=ttq`);
  }
  page.ttq.page();
  return { registered: (eventId) => page.ttq?.track('CompleteRegistration', {}, { event_id: eventId }) };
}
