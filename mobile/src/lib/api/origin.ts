/** Where the server is. Pages come from it, so their calls have no origin; those packed into the native app need one. */
export const API_ORIGIN: string = (import.meta.env.VITE_API_ORIGIN as string | undefined) ?? '';
