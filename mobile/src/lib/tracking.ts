import { deviceId } from '@/lib/api/device';
import { read } from '@/lib/api/envelope';
import { API_ORIGIN } from '@/lib/api/origin';
import { channelField } from '@/lib/channel';
import { getSession } from '@/lib/session';

/** One look at a page (no button), or one press of a button on it. */
interface TrackRecord {
  pageId: string;
  buttonId: string;
}

const WAIT_MS = 3000;
/** As many as one call takes; what is beyond is dropped, oldest first. */
const MOST = 50;
const RECORD_URL = `${API_ORIGIN}/app/submit/dataRecord`;

let waiting: TrackRecord[] = [];
let timer: number | undefined;
let watching = false;

/** Records that a page was looked at, or a button of it pressed. Never blocks, never throws. */
export function track(pageId: string, buttonId = ''): void {
  waiting.push({ pageId: clean(pageId), buttonId: clean(buttonId) });
  waiting = waiting.slice(-MOST);
  watch();
  if (timer === undefined) timer = window.setTimeout(flush, WAIT_MS);
}

/** Sends what waits: also from a page that is being closed. */
export function flush(): void {
  window.clearTimeout(timer);
  timer = undefined;
  const records = waiting;
  if (records.length === 0) return;
  waiting = [];
  try {
    if (!('keepalive' in Request.prototype)) {
      beacon(records);
      return;
    }
    const { token, phone } = getSession();
    const headers: Record<string, string> = { 'Content-Type': 'application/json', 'X-Device-Id': deviceId() };
    if (token) headers.token = token;
    const body = JSON.stringify({ ...(phone ? { phoneNumber: phone } : {}), ...channelField(), ...shape(records) });
    fetch(RECORD_URL, { method: 'POST', headers, body, keepalive: true, credentials: 'same-origin' }).then(
      // An ended session must not lose the records; nobody is logged out over a statistic.
      async (answer) => void (answer.status === 401 ? beacon(records) : await read(answer)),
    ).catch(() => keep(records));
  } catch {
    beacon(records);
  }
}

/** One is sent as the specification writes it (spec 7), what has been saved up beside it as a list. */
function shape(records: TrackRecord[]): TrackRecord | { records: TrackRecord[] } {
  const [first, ...more] = records;
  return first && more.length === 0 ? first : { records };
}

/** The fallback: it carries no header, so it says nothing about who. */
function beacon(records: TrackRecord[]): void {
  try {
    if (!navigator.sendBeacon(RECORD_URL, JSON.stringify({ ...channelField(), ...shape(records) }))) keep(records);
  } catch {
    keep(records);
  }
}

/** Without a network, or where somebody in between answers, they wait for the next time. */
function keep(records: TrackRecord[]): void {
  waiting = [...records, ...waiting].slice(-MOST);
}

function watch(): void {
  if (watching) return;
  watching = true;
  addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
}

function clean(id: string): string {
  return id.replace(/[^A-Za-z0-9/_.:-]/g, '').slice(0, 64);
}
