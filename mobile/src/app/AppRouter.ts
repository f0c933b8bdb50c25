import { IonReactRouter } from '@ionic/react-router';
import type { Action, Location } from 'history';
import { depthOf } from '@/lib/nav/history';
import { afterTurns } from '@/lib/nav/turns';

/**
 * Ionic's router, corrected so that it always shows the page of the current URL.
 * - It treats every browser move as one step back, to the page that opened this one. Any other move is passed to it as
 *   a push of the new location.
 * - It loses pages in the middle of a slide. A browser move during a slide is passed on right after the slide ends.
 * - It ignores a replace whose new URL is also that of the page behind. A replace is therefore passed to it twice: the
 *   second time it compares with the page in front, and it does nothing if the first call was understood.
 */
export class AppRouter extends IonReactRouter {
  private told = this.history.location;
  /** Cancels the timeout for the end of a slide; not every move has a slide. */
  private sliding: (() => void) | undefined;
  /** Where the browser has gone since the slide began. */
  private gone: Location | undefined;

  override componentDidMount(): void {
    document.addEventListener('ionViewDidEnter', this.slid, true);
  }

  override componentWillUnmount(): void {
    document.removeEventListener('ionViewDidEnter', this.slid, true);
  }

  override handleHistoryChange(location: Location, action: Action): void {
    if (action === 'POP' && this.sliding) {
      this.gone = location;
      return;
    }
    if (action === 'POP') this.gone = undefined;
    else this.catchUp();
    this.tell(location, action);
  }

  private tell(location: Location, action: Action): void {
    const steps = depthOf(location) - depthOf(this.told);
    if (location.pathname !== this.told.pathname) {
      this.sliding?.();
      this.sliding = afterTurns(this.slid);
    }
    this.told = location;
    if (action === 'POP' && steps !== -1) {
      super.handleHistoryChange({ ...location, state: { direction: directionOf(steps) } }, 'PUSH');
      return;
    }
    // A step deeper replaces a history entry that belonged only to an overlay.
    const deeper = action === 'REPLACE' && steps === 1;
    super.handleHistoryChange(location, deeper ? 'PUSH' : action);
    if (action === 'REPLACE' && !deeper) super.handleHistoryChange(location, action);
  }

  private slid = (): void => {
    this.sliding?.();
    this.sliding = undefined;
    if (this.gone) setTimeout(() => this.catchUp());
  };

  private catchUp(): void {
    const { gone } = this;
    this.gone = undefined;
    if (gone) this.tell(gone, 'POP');
  }
}

/**
 * Several steps forward have no slide, because the router would take the page that is left for the one to go back to.
 */
const directionOf = (steps: number) => (steps < 0 ? 'back' : steps === 1 ? 'forward' : 'none');
