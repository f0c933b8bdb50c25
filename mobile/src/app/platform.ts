/**
 * Whether the platform is Windows or Mac (spec 6). An iPad also reports Mac, but has a touch screen. A Windows laptop
 * may have one too and still counts as desktop.
 */
export function isDesktopPlatform(): boolean {
  // eslint-disable-next-line compat/compat -- Macs before Safari 13 do not have it, and iPads did not call themselves Macs then
  const fingers = navigator.maxTouchPoints ?? 0;
  return /^win/i.test(navigator.platform) || (/^mac/i.test(navigator.platform) && fingers < 2);
}
