/** Whether the platform string says Windows or Mac (spec 6). An iPad calls itself a Mac but can be touched. */
export function isDesktopPlatform(): boolean {
  return /^(win|mac)/i.test(navigator.platform) && navigator.maxTouchPoints < 2;
}
