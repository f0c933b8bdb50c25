import { ApiError } from '@/lib/api';
import { backoff } from '@/lib/api/backoff';
import { getSession, onSessionChange } from '@/lib/session';
import { submitting } from '@/lib/unsaved';
import { readLocal, writeLocal } from '@/base/storage/local';

/** What the form shows about the draft. `refused` means that the server rejected it, so retrying does not help. */
export type DraftState = { at: 'idle' } | { at: 'saving' } | { at: 'saved'; savedAt: string } | { at: 'failed' } | { at: 'refused'; refusal: ApiError };

type Values = Record<string, unknown>;

/** The stored draft of a form. `savedAt` is undefined if the server has not been asked yet. */
export interface Draft {
  values: Values;
  savedAt: string | null | undefined;
}

/** Where the draft of a form is stored. */
export interface DraftStore {
  /** The name of the form. */
  name: string;
  /** The draft with which the form was opened. */
  start: Draft;
  /** Returns the latest stored draft, from any tab or phone. */
  read: () => Promise<Draft>;
  /** Saves the draft; null deletes it. Resolves to the time of saving. */
  save: (values: Values | null) => Promise<string>;
}

/** Milliseconds without input before a draft is saved, and between retries after a failure. */
const DELAY_MS = 800;
const RETRY_MS = 5_000;

/** Key of the mark that identifies the last save of a form in this browser. All tabs share it. */
const mark = (form: string) => `saved:${form}`;
const MARK_HOURS = 24;

/** By form: the saver of the page that was left last. It goes on saving until the form is opened again. */
const leftBehind = new Map<string, DraftSaver>();
onSessionChange(() => leftBehind.clear());

/**
 * Saves a form while the borrower types: after a pause, one call at a time, always with the newest values. A failed
 * save is retried until it succeeds or the form is left for good; a rejected save waits for the next change or flush.
 * Values that the server does not have yet are stored on the phone, so a reload on a bad network loses nothing. It
 * saves only for the session in which the form was opened, because another user may have logged in since in another
 * window. If the form is also open elsewhere, only the values changed here are saved, merged into the latest stored
 * draft. When the form is opened again on a new page, that page's saver takes over from the one that was left, whose
 * late save would otherwise undo newer input, or be left behind as a draft of a submitted form.
 */
export class DraftSaver {
  private latest: Values | null = null;
  /** The form as last saved or opened here. Values that differ from it were changed here. */
  private saved: Values;
  /** The latest known draft, and the save it came from. */
  private kept: Values;
  private lastSave: string | null | undefined;
  private stopped = false;
  private replaced = false;
  private onItsWay = false;
  /** Stays true until the server accepts a save, so that the message does not flicker while the borrower types. */
  private refused = false;
  /** The response to a submission was lost, so the server may have accepted the form, and a draft of it afterwards. */
  private answerLost = false;
  /** The values were not typed here, but are those that only the phone has. */
  private recovering = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | null = null;
  private readonly token = getSession().token;

  constructor(
    private readonly store: DraftStore,
    private readonly onState: (state: DraftState) => void,
    /** Receives the changed values that are not saved yet. */
    private readonly keep: (unsaved: Values | null) => void = () => undefined,
  ) {
    this.kept = this.saved = clone(store.start.values);
    this.lastSave = store.start.savedAt;
  }

  /** Call this when the form changes. */
  change(values: Values): void {
    if (this.over() || this.onItsWay) return;
    this.stopped = false;
    this.recovering = false;
    this.latest = clone(values);
    const unsaved = changed(this.saved, this.latest);
    this.keep(Object.keys(unsaved).length > 0 ? unsaved : null);
    this.schedule(DELAY_MS);
  }

  /**
   * Call this when the form is opened with values that only the phone has. They are saved without having been typed
   * again, but not over a draft that the server has by then, which may be newer.
   */
  recover(values: Values): void {
    if (this.latest !== null || this.running !== null) return;
    this.change(values);
    this.recovering = true;
  }

  /** Saves pending changes now. Call this when the page is left, hidden or returned to. */
  flush(): void {
    clearTimeout(this.timer);
    this.send();
  }

  /** Call this when the page is opened. */
  enter(): void {
    const left = leftBehind.get(this.store.name);
    leftBehind.delete(this.store.name);
    if (left && left !== this) this.running = this.takeOver(left);
  }

  /** Call this when the page is removed. */
  leave(): void {
    this.flush();
    if (!this.over()) leftBehind.set(this.store.name, this);
  }

  private async takeOver(left: DraftSaver): Promise<void> {
    const unsaved = await left.handOver();
    this.running = null;
    const pending = this.latest ?? (unsaved && { ...this.saved, ...unsaved });
    if (pending !== null && !this.stopped) this.change(pending);
  }

  /** Resolves, when no save is running any more, to the changed values that could not be saved. */
  private async handOver(): Promise<Values | null> {
    this.replaced = true;
    clearTimeout(this.timer);
    await this.running;
    return this.latest && changed(this.saved, this.latest);
  }

  /** Call this when the borrower returns to the page, because they may have edited the form elsewhere meanwhile. */
  comeBack(): void {
    this.lastSave = undefined;
    this.flush();
  }

  /**
   * Stops saving before a submission, and waits for the running save, so that no late draft overtakes the submission.
   */
  async stop(): Promise<void> {
    this.stopped = true;
    this.latest = null;
    clearTimeout(this.timer);
    await this.running;
  }

  /**
   * Submits the form. Input during the submission is not saved as a draft, because a draft would remain after the form
   * is accepted; and a page that opens the form again meanwhile waits. If the submission fails, the form as it is by
   * then is saved again.
   */
  sending<T>(send: () => Promise<T>, typed: () => Values): Promise<T> {
    return submitting(this.store.name, () => this.submit(send, typed));
  }

  private async submit<T>(send: () => Promise<T>, typed: () => Values): Promise<T> {
    this.onItsWay = true;
    try {
      await this.stop();
      const answer = await send();
      this.taken();
      return answer;
    } catch (failure) {
      this.onItsWay = false;
      this.answerLost ||= !(failure instanceof ApiError && failure.final);
      // The server may have deleted the draft together with accepting the form.
      if (this.answerLost) this.kept = this.saved = {};
      this.change(typed());
      throw failure;
    } finally {
      this.onItsWay = false;
    }
  }

  /**
   * The server deletes the draft of a form that it accepts, but not when it repeats the response to an earlier attempt.
   */
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
    if (this.replaced) return;
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

  /** Reloads the draft, because another tab has saved the form since, or another phone may have. */
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
      if (this.recovering && Object.values(this.kept).some(isFilled) && Object.keys(changed(this.kept, draft)).length > 0) {
        this.running = null;
        return this.onState({ at: 'idle' });
      }
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

/** Deep copy, because a form may change the lists in its values in place. */
const clone = (values: Values) => JSON.parse(JSON.stringify(values)) as Values;

/** Whether a value of a form is not empty. */
export const isFilled = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** The new values that differ from the old ones. */
const changed = (old: Values, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name])));

/**
 * The newest values with the changes from the old values applied. Lists of people are merged entry by entry, because
 * each person keeps their position.
 */
function merge(old: Values, values: Values, newest: Values): Values {
  const merged = { ...newest };
  Object.entries(changed(old, values)).forEach(([name, value]) => {
    const [was, is] = [old[name], newest[name]];
    merged[name] = isPeople(value) && isPeople(was) && isPeople(is) ? value.map((one, at) => merge(was[at] ?? {}, one, is[at] ?? {})) : value;
  });
  return merged;
}

const isPeople = (value: unknown): value is Values[] => Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'object' && one !== null);
