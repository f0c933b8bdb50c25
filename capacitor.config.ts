/**
 * The shell of the Android and iOS apps. Name, package and address of a product are not here but in what
 * `npm run shell -w mobile -- <productId>` writes; neither `server.url` nor `allowNavigation` may be set: the pages are
 * those packed into the app, and only they may speak with the bridge.
 */
export default {
  appId: 'app.loanmarket',
  appName: 'Loan Market',
  webDir: 'mobile/build/shell',
  appendUserAgent: 'LoanMarketApp',
  backgroundColor: '#F5F7F4',
  loggingBehavior: 'debug',
  server: { errorPath: 'old-web-view.html' },
  android: { path: 'mobile/android', minWebViewVersion: 89, webContentsDebuggingEnabled: false },
  ios: { path: 'mobile/ios', contentInset: 'never' },
  // On iOS `document.cookie` does not work on capacitor:// without it.
  plugins: { CapacitorCookies: { enabled: true } },
};
