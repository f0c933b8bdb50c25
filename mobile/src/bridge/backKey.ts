import { ask, listen } from './shell';

/** Turns the shell's back key into the event that Ionic listens for. */
export function forwardBackKey(): void {
  listen('App', 'backButton', () => document.dispatchEvent(new Event('backbutton')));
}

/** Closes the app, as the back key does on the first page. */
export function exitApp(): void {
  void ask('App', 'exitApp', {});
}
