import { useSyncExternalStore } from 'react';
import { getSession, onSessionChange, type Session } from './session';

/** The session, kept in step with logins and log-outs. */
export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, getSession);
}
