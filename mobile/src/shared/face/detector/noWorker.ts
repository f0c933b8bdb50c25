/** Phones of the build for old browsers run no modules in web workers: the server finds the face for them. */
export const startWorker = (): Worker | null => null;
