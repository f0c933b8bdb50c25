/** Phones of the build for old browsers run no modules in threads: the server looks for them. */
export const startThread = (): Worker | null => null;
