import { ask, listen } from './shell';

/** Turns the shell's back key into the event that the framework waits for. */
export function forwardBackKey(): void {
  listen('App', 'backButton', () => document.dispatchEvent(new Event('backbutton')));
}

/** Leaves the app, as the back key does on its first page. */
export function exitApp(): void {
  void ask('App', 'exitApp', {});
}
