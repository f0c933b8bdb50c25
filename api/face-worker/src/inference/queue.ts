/** The queue is full: retry later. */
export class BusyError extends Error {}

/** Runs one task at a time, and limits how many wait. */
export class Queue {
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly most: number) {}

  /** The number of tasks that run or wait. */
  get length(): number {
    return this.waiting;
  }

  /** Runs the task after all earlier ones, unless its answer is no longer wanted when its turn comes. */
  async run<T>(task: () => Promise<T>, wanted: () => boolean = () => true): Promise<T | null> {
    if (this.waiting > this.most) throw new BusyError();
    this.waiting++;
    const turn = this.last.then(() => (wanted() ? task() : null));
    this.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.waiting--;
    }
  }
}
