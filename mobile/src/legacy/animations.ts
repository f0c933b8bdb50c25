import 'web-animations-js/web-animations.min.js';

// Ionic only animates if `AnimationEffect` exists, and changes running effects; otherwise every overlay stays
// invisible. Old browsers and the polyfill for browsers without any animations can only restart an animation.

type Frames = Keyframe[] | PropertyIndexedKeyframes | null;

/** An effect that can be changed while it runs, by replacing its animation with a new one. */
class Effect {
  constructor(
    readonly target: Element,
    private frames: Frames,
    private timing: KeyframeAnimationOptions,
    private readonly restart: (frames: Frames, timing: KeyframeAnimationOptions) => void,
  ) {}

  getTiming(): KeyframeAnimationOptions {
    return { ...this.timing };
  }

  getComputedTiming(): KeyframeAnimationOptions {
    return { delay: 0, endDelay: 0, fill: 'none', iterations: 1, duration: 0, direction: 'normal', easing: 'linear', ...this.timing };
  }

  updateTiming(timing: KeyframeAnimationOptions): void {
    this.timing = { ...this.timing, ...timing };
    this.restart(this.frames, this.timing);
  }

  setKeyframes(frames: Frames): void {
    this.frames = frames;
    this.restart(this.frames, this.timing);
  }
}

const native = Element.prototype.animate;

/** Wraps a native animation, which is replaced whenever its effect changes. */
class Wrapped {
  onfinish: (() => void) | null = null;
  readonly effect: Effect;
  private inner: Animation;
  private over = false;

  constructor(
    private readonly target: Element,
    frames: Frames,
    timing: KeyframeAnimationOptions,
  ) {
    this.inner = this.begin(frames, timing);
    this.effect = new Effect(target, frames, timing, (...changed) => this.restart(...changed));
  }

  get currentTime(): number | null {
    return this.inner.currentTime as number | null;
  }

  set currentTime(time: number | null) {
    this.inner.currentTime = time;
  }

  get playState(): string {
    return this.inner.playState;
  }

  play(): void {
    this.over = false;
    this.inner.play();
  }

  pause(): void {
    this.inner.pause();
  }

  finish(): void {
    this.inner.finish();
  }

  cancel(): void {
    this.over = true;
    this.inner.cancel();
  }

  private begin(frames: Frames, timing: KeyframeAnimationOptions): Animation {
    const animation = native.call(this.target, frames, timing);
    animation.onfinish = () => {
      if (!this.over && animation === this.inner) this.onfinish?.();
    };
    return animation;
  }

  private restart(frames: Frames, timing: KeyframeAnimationOptions): void {
    if (this.over) return;
    const before = this.inner;
    const { currentTime, playState } = before;
    this.inner = this.begin(frames, timing);
    if (playState === 'paused') this.inner.pause();
    if (currentTime !== null) this.inner.currentTime = currentTime;
    before.cancel();
  }
}

if (!('AnimationEffect' in window)) {
  Object.assign(window, { AnimationEffect: Effect });
  Object.defineProperty(Element.prototype, 'animate', {
    configurable: true,
    value(this: Element, frames: Frames, options: number | KeyframeAnimationOptions = {}): Wrapped {
      return new Wrapped(this, frames, typeof options === 'number' ? { duration: options } : options);
    },
  });
}
