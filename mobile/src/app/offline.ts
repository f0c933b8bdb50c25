import { getSession, onSessionChange } from '@/lib/session';

/** Once a borrower is logged in and the first page is there, the app is kept for the time without a network. */
export function startOffline(): void {
  let begun = '';
  const begin = () => {
    const { token } = getSession();
    if (token === begun) return;
    begun = token;
    if (token === '') return;
    // Not before what the borrower is waiting for.
    setTimeout(() => void import('@/features/offline/start').then(({ start }) => start()).catch(() => undefined), AFTER_MS);
  };
  begin();
  onSessionChange(begin);
}

const AFTER_MS = 500;
