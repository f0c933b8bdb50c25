export const debian: { whole: string; bare: string };
export const wholeBrowser: string | undefined;
export const walkingBrowser: string | undefined;
