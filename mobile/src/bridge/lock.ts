import { ask } from './shell';

/** People take their time with a PIN. */
const QUESTION_MS = 180_000;

/** The app lock as it stands on this phone. */
export interface LockState {
  /** The phone has a screen lock that can be asked for. */
  available: boolean;
  on: boolean;
}

/** The actions of LockPlugin.java and LockPlugin.swift. */
export interface Lock {
  state: () => Promise<LockState>;
  change: (options: { on: boolean }) => Promise<LockState>;
}

/** The state now; null outside the app. */
export function lockState(): Promise<LockState | null> {
  return ask<LockState>('Lock', 'state', {});
}

/** Switches the lock after the phone asked for its own; answers with what holds then. */
export function changeLock(on: boolean): Promise<LockState | null> {
  return ask<LockState>('Lock', 'change', { on }, QUESTION_MS);
}
