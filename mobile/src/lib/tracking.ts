import { deviceId } from '@/lib/api/device';
import { read } from '@/lib/api/envelope';
import { API_ORIGIN } from '@/lib/api/origin';
import { channelField } from '@/lib/channel';
import { getSession } from '@/lib/session';

/** A page view (without a button), or a press of a button on the page. */
interface TrackRecord {
  pageId: string;
  buttonId: string;
}

const SEND_DELAY_MS = 3000;
/** The maximum number of records per call. Older ones beyond it are dropped. */
const MAX_RECORDS = 50;
const RECORD_URL = `${API_ORIGIN}/app/submit/dataRecord`;

let waiting: TrackRecord[] = [];
let timer: number | undefined;
let watching = false;

/** Records a page view or a button press. Never blocks and never throws. */
export function track(pageId: string, buttonId = ''): void {
  waiting.push({ pageId: clean(pageId), buttonId: clean(buttonId) });
  waiting = waiting.slice(-MAX_RECORDS);
  watch();
  if (timer === undefined) timer = window.setTimeout(flush, SEND_DELAY_MS);
}

/** Sends the pending records, also while the page is being closed. */
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
      // If the session has ended, the records are sent without it; a statistics call never logs anybody out.
      async (answer) => void (answer.status === 401 ? beacon(records) : await read(answer)),
    ).catch(() => keep(records));
  } catch {
    beacon(records);
  }
}

/** A single record is sent in the format of the specification (spec 7), several as a list. */
function shape(records: TrackRecord[]): TrackRecord | { records: TrackRecord[] } {
  const [first, ...more] = records;
  return first && more.length === 0 ? first : { records };
}

/** The fallback. A beacon has no headers, so it does not identify the borrower. */
function beacon(records: TrackRecord[]): void {
  try {
    if (!navigator.sendBeacon(RECORD_URL, JSON.stringify({ ...channelField(), ...shape(records) }))) keep(records);
  } catch {
    keep(records);
  }
}

/** Keeps the records for the next attempt, because there was no network or the response was not from the server. */
function keep(records: TrackRecord[]): void {
  waiting = [...records, ...waiting].slice(-MAX_RECORDS);
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
