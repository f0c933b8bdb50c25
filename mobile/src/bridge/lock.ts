import { ask } from './shell';

/** The timeout while the user enters a PIN. */
const PROMPT_TIMEOUT_MS = 180_000;

/** The state of the app lock on this phone. */
export interface LockState {
  /** Whether the phone has a screen lock that the app can use. */
  available: boolean;
  on: boolean;
}

/** The actions of LockPlugin.java and LockPlugin.swift. */
export interface Lock {
  state: () => Promise<LockState>;
  change: (options: { on: boolean }) => Promise<LockState>;
}

/** The current state; null outside the app. */
export function lockState(): Promise<LockState | null> {
  return ask<LockState>('Lock', 'state', {});
}

/** Switches the lock on or off after the phone has verified its own screen lock. Returns the state afterwards. */
export function changeLock(on: boolean): Promise<LockState | null> {
  return ask<LockState>('Lock', 'change', { on }, PROMPT_TIMEOUT_MS);
}
