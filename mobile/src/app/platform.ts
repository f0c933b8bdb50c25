/** Whether the platform string says Windows or Mac (spec 6). An iPad calls itself a Mac but can be touched; a laptop with Windows can, too. */
export function isDesktopPlatform(): boolean {
  // eslint-disable-next-line compat/compat -- Macs before Safari 13 do not have it, and iPads did not call themselves Macs then
  const fingers = navigator.maxTouchPoints ?? 0;
  return /^win/i.test(navigator.platform) || (/^mac/i.test(navigator.platform) && fingers < 2);
}
