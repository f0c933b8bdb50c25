/** The build for old browsers cannot run modules in web workers, so there the server detects the face. */
export const startWorker = (): Worker | null => null;
