import { useOwnLocation } from '@/lib/nav/nav';

/** The pay token of a link that opens without login. It stands in the fragment, which no server or log ever sees. */
export const usePayToken = (): string => useOwnLocation().hash.replace(/^#/, '');
