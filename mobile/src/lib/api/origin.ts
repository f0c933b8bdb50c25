/**
 * The origin of the API. Empty on pages loaded from the server, whose calls are relative. In the pages packed into the
 * native app, `npm run shell` writes it.
 */
export const API_ORIGIN: string = document.querySelector<HTMLMetaElement>('meta[name="api-origin"]')?.content ?? '';
