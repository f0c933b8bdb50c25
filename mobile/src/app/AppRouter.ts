import { IonReactRouter } from '@ionic/react-router';
import type { Action, Location } from 'history';
import { depthOf } from '@/lib/nav/history';
import { afterTurns } from '@/lib/nav/turns';

/**
 * Ionic's router, told of moves so that it shows the page of the address. It takes each move of the browser itself for one step
 * back, to the page that this one was led to from: any other is told to it as a move to the address. In the middle of a slide
 * it loses pages: where the browser has gone meanwhile it is told at the end, at once. And it takes a page that comes in the
 * place of another for no move at all when the address is also that of the page behind: told once more, it compares with the page
 * in front, and hears nothing new where it had understood.
 */
export class AppRouter extends IonReactRouter {
  private told = this.history.location;
  /** Ends the wait for the end of a slide: not every move has one. */
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
    // A step deeper takes the place of an entry that was only for what lay over the page.
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

/** Several steps forward do not slide: the router would hold the page that is left for the one to go back to. */
const directionOf = (steps: number) => (steps < 0 ? 'back' : steps === 1 ? 'forward' : 'none');
