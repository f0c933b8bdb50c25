import { useOwnLocation } from '@/lib/nav/nav';

/**
 * The token of a pay link, which opens without login. It is in the fragment, which is never sent to a server or logged.
 */
export const usePayToken = (): string => useOwnLocation().hash.replace(/^#/, '');
