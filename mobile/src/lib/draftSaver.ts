import { ApiError } from '@/lib/api';
import { backoff } from '@/lib/api/backoff';
import { getSession } from '@/lib/session';
import { readLocal, writeLocal } from '@/base/storage/local';

/** What the form says about the draft; `refused` is the server's own no, which trying again does not change. */
export type DraftState = { at: 'idle' } | { at: 'saving' } | { at: 'saved'; savedAt: string } | { at: 'failed' } | { at: 'refused'; refusal: ApiError };

type Values = Record<string, unknown>;

/** What is kept of a form; `savedAt` is undefined where nobody has asked the server yet. */
export interface Draft {
  values: Values;
  savedAt: string | null | undefined;
}

/** Where the draft of a form lies. */
export interface DraftStore {
  /** Of the form. */
  name: string;
  /** What the form was opened with. */
  start: Draft;
  /** The newest that is kept, from whichever tab or phone it came. */
  read: () => Promise<Draft>;
  /** Null forgets it. It answers when it was saved. */
  save: (values: Values | null) => Promise<string>;
}

/** Milliseconds of silence before a draft is saved, and between tries when it could not be. */
const DELAY_MS = 800;
const RETRY_MS = 5_000;

/** Which save of a form was the last in this browser: every tab says so to the others. */
const mark = (form: string) => `saved:${form}`;
const MARK_HOURS = 24;

/**
 * Saves a form while it is typed: after a pause, one call at a time, always the newest values. A failed save is tried
 * again until it works or the form is left for good; one that was refused waits for the next change or flush. What the
 * server does not have yet is kept on the phone: a reload on a bad line loses nothing. It saves for the session in which the
 * form was opened and for no other: somebody else may have logged in since, in another window. Of a form that is open elsewhere
 * too it saves what was typed here, over the newest that is kept.
 */
export class DraftSaver {
  private latest: Values | null = null;
  /** The form as it stood here when it was last saved, or opened: what differs from it was changed here. */
  private saved: Values;
  /** The newest draft that is known here, and the save that it came from. */
  private kept: Values;
  private lastSave: string | null | undefined;
  private stopped = false;
  private onItsWay = false;
  /** A refusal stands until the server takes something: the words must not flicker while they type. */
  private refused = false;
  /** The answer to a submission was lost: the server may have taken the form, and after that a draft of it. */
  private answerLost = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | null = null;
  private readonly token = getSession().token;

  constructor(
    private readonly store: DraftStore,
    private readonly onState: (state: DraftState) => void,
    /** Gets what was changed and is not kept yet. */
    private readonly keep: (unsaved: Values | null) => void = () => undefined,
  ) {
    this.kept = this.saved = clone(store.start.values);
    this.lastSave = store.start.savedAt;
  }

  /** The form changed. */
  change(values: Values): void {
    if (this.over() || this.onItsWay) return;
    this.stopped = false;
    this.latest = clone(values);
    const unsaved = changed(this.saved, this.latest);
    this.keep(Object.keys(unsaved).length > 0 ? unsaved : null);
    this.schedule(DELAY_MS);
  }

  /** The page is left, hidden or returned to: what waits is sent now. */
  flush(): void {
    clearTimeout(this.timer);
    this.send();
  }

  /** The borrower is back on the page, and may have gone on with the form elsewhere meanwhile. */
  comeBack(): void {
    this.lastSave = undefined;
    this.flush();
  }

  /** The form is being submitted: nothing more is saved, and no late draft may overtake the submission. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.latest = null;
    clearTimeout(this.timer);
    await this.running;
  }

  /**
   * Sends the form. What is typed meanwhile is no draft: it would stay behind what is being taken. When it is not taken, the
   * form as it is by then is saved again.
   */
  async sending<T>(send: () => Promise<T>, typed: () => Values): Promise<T> {
    this.onItsWay = true;
    try {
      await this.stop();
      const answer = await send();
      this.taken();
      return answer;
    } catch (failure) {
      this.onItsWay = false;
      this.answerLost ||= !(failure instanceof ApiError && failure.final);
      // With the form, the server may have taken the draft.
      if (this.answerLost) this.kept = this.saved = {};
      this.change(typed());
      throw failure;
    } finally {
      this.onItsWay = false;
    }
  }

  /** The server forgets the draft of what it takes, but not when it repeats the answer to an earlier try. */
  private taken(): void {
    this.keep(null);
    this.kept = this.saved = {};
    this.tell(`taken ${Date.now()}`);
    if (!this.answerLost) return;
    this.answerLost = false;
    this.running = this.forget();
  }

  private async forget(): Promise<void> {
    await this.store.save(null).catch(() => undefined);
    this.running = null;
    if (this.latest !== null) this.schedule(DELAY_MS);
  }

  private over(): boolean {
    return getSession().token !== this.token;
  }

  private schedule(delay: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), delay);
  }

  private tell(save: string): void {
    this.lastSave = save;
    writeLocal(mark(this.store.name), save, MARK_HOURS);
  }

  private send(): void {
    if (this.over()) this.latest = null;
    const values = this.latest;
    if (values === null || this.running !== null) return;
    this.latest = null;
    this.running = this.run(values);
  }

  /** Another tab has saved the form since, or another phone may have. */
  private async catchUp(last: string | null): Promise<void> {
    this.kept = (await this.store.read()).values;
    this.lastSave = last;
  }

  private async run(values: Values): Promise<void> {
    if (!this.refused) this.onState({ at: 'saving' });
    try {
      const last = readLocal(mark(this.store.name));
      if (last !== this.lastSave) await this.catchUp(last);
      const draft = merge(this.saved, values, this.kept);
      const savedAt = await this.store.save(draft);
      this.kept = draft;
      this.saved = values;
      this.tell(savedAt);
      this.running = null;
      this.refused = false;
      this.onState({ at: 'saved', savedAt });
      if (this.latest !== null) this.schedule(DELAY_MS);
      else if (!this.stopped) this.keep(null);
    } catch (error) {
      this.running = null;
      if (this.stopped || this.over()) return;
      const typedSince = this.latest !== null;
      this.latest ??= values;
      const refusal = error instanceof ApiError && error.final ? error : null;
      this.refused = refusal !== null;
      this.onState(refusal ? { at: 'refused', refusal } : { at: 'failed' });
      if (refusal && !typedSince) return;
      this.schedule(backoff(RETRY_MS, error));
    }
  }
}

/** A form may change the lists in its values where they lie. */
const clone = (values: Values) => JSON.parse(JSON.stringify(values)) as Values;

/** Of the new values those that differ from the old. */
const changed = (old: Values, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name])));

/** The newest values with what was changed from the old ones; people in a list are persons, and stay in their places. */
function merge(old: Values, values: Values, newest: Values): Values {
  const merged = { ...newest };
  Object.entries(changed(old, values)).forEach(([name, value]) => {
    const [was, is] = [old[name], newest[name]];
    merged[name] = isPeople(value) && isPeople(was) && isPeople(is) ? value.map((one, at) => merge(was[at] ?? {}, one, is[at] ?? {})) : value;
  });
  return merged;
}

const isPeople = (value: unknown): value is Values[] => Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'object' && one !== null);
