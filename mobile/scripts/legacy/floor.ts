/** The oldest browsers supported by the legacy build (spec 1: iOS 11.1.2; Android 5 with a web view of 2018). */
export const LEGACY = ['safari >= 11', 'ios_saf >= 11', 'chrome >= 60'];

/**
 * The oldest browsers supported by the modern build: Chrome 89, iOS 15. The server uses the same numbers to choose the
 * build.
 */
export const MODERN = ['chrome89', 'safari15', 'ios15'];
