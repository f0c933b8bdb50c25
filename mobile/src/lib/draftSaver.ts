import { ApiError } from '@/lib/api';
import { backoff } from '@/lib/api/backoff';
import { getSession } from '@/lib/session';

/** What the form says about the draft; `refused` is the server's own no, which trying again does not change. */
export type DraftState = { at: 'idle' } | { at: 'saving' } | { at: 'saved'; savedAt: string } | { at: 'failed' } | { at: 'refused'; refusal: ApiError };

type Values = Record<string, unknown>;

/** Milliseconds of silence before a draft is saved, and between tries when it could not be. */
const DELAY_MS = 800;
const RETRY_MS = 5_000;

/**
 * Saves a form while it is typed: after a pause, one call at a time, always the newest values. A failed save is tried
 * again until it works or the form is left for good; one that was refused waits for the next change or flush. What the
 * server does not have yet is kept on the phone: a reload on a bad line loses nothing. It saves for the session in which the
 * form was opened and for no other: somebody else may have logged in since, in another window.
 */
export class DraftSaver {
  private latest: Values | null = null;
  private stopped = false;
  private onItsWay = false;
  /** A refusal stands until the server takes something: the words must not flicker while they type. */
  private refused = false;
  /** An answer to the form was lost: the server may have taken it, and been given it as a draft behind that. */
  private answerLost = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | null = null;
  private readonly token = getSession().token;

  constructor(
    /** Null forgets the draft. */
    private readonly save: (values: Values | null) => Promise<string>,
    private readonly onState: (state: DraftState) => void,
    private readonly keep: (unsaved: Values | null) => void = () => undefined,
  ) {}

  /** The form changed. */
  change(values: Values): void {
    if (this.over() || this.onItsWay) return;
    this.stopped = false;
    this.latest = values;
    this.keep(values);
    this.schedule(DELAY_MS);
  }

  /** The page is left, hidden or come back to: what is waiting goes out now. */
  flush(): void {
    clearTimeout(this.timer);
    this.send();
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
      this.change(typed());
      throw failure;
    } finally {
      this.onItsWay = false;
    }
  }

  /** The server forgets the draft of what it takes, but not when it repeats the answer to an earlier try. */
  private taken(): void {
    this.keep(null);
    if (!this.answerLost) return;
    this.answerLost = false;
    this.running = this.forget();
  }

  private async forget(): Promise<void> {
    await this.save(null).catch(() => undefined);
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

  private send(): void {
    if (this.over()) this.latest = null;
    const values = this.latest;
    if (values === null || this.running !== null) return;
    this.latest = null;
    this.running = this.run(values);
  }

  private async run(values: Values): Promise<void> {
    if (!this.refused) this.onState({ at: 'saving' });
    try {
      const savedAt = await this.save(values);
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
