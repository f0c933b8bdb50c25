/**
 * Where the server is. Pages come from it, so their calls have no origin; in those that are packed into the native app
 * `npm run shell` writes it.
 */
export const API_ORIGIN: string = document.querySelector<HTMLMetaElement>('meta[name="api-origin"]')?.content ?? '';
