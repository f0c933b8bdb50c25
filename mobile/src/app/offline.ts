import { getSession, onSessionChange } from '@/lib/session';

/** Prepares the app for use without a network, once a borrower is logged in and the first page is shown. */
export function startOffline(): void {
  let begun = '';
  const begin = () => {
    const { token } = getSession();
    if (token === begun) return;
    begun = token;
    if (token === '') return;
    // Delayed, so that it does not compete with what the borrower is waiting for.
    setTimeout(() => void import('@/features/offline/start').then(({ start }) => start()).catch(() => undefined), START_DELAY_MS);
  };
  begin();
  onSessionChange(begin);
}

const START_DELAY_MS = 500;
