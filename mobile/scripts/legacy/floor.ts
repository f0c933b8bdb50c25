/** The oldest browsers that the legacy build serves (spec 1: iOS 11.1.2; Android 5 with a web view of 2018). */
export const LEGACY = ['safari >= 11', 'ios_saf >= 11', 'chrome >= 60'];

/** What the modern build may use: Chrome 89, iOS 15. The server tells the two apart by the same numbers. */
export const MODERN = ['chrome89', 'safari15', 'ios15'];
