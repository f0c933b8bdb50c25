/**
 * The configuration of the Android and iOS shells. Name, package and address of a product are not set here, but written
 * by `npm run shell -w mobile -- <productId>`. Neither `server.url` nor `allowNavigation` may be set: the pages are
 * those packed into the app, and only they may use the bridge.
 */
export default {
  appId: 'app.loanmarket',
  appName: 'Loan Market',
  webDir: 'mobile/build/shell',
  appendUserAgent: 'LoanMarketApp',
  backgroundColor: '#F5F7F4',
  loggingBehavior: 'debug',
  server: { errorPath: 'old-web-view.html' },
  android: {
    path: 'mobile/android',
    minWebViewVersion: 89,
    webContentsDebuggingEnabled: false,
    // Capacitor's haptics plugin is left out, because it needs a permission. HapticsPlugin.java implements the same
    // calls without one.
    includePlugins: ['@capacitor/app', '@capacitor/keyboard', '@capacitor/share'],
  },
  ios: { path: 'mobile/ios', contentInset: 'never' },
  plugins: {
    // Without it, `document.cookie` does not work on capacitor:// on iOS.
    CapacitorCookies: { enabled: true },
    // The pages are light even in dark mode, so the bars have dark text and the keyboard is light.
    SystemBars: { style: 'LIGHT', initialViewportFitValueHint: 'cover' },
    Keyboard: { resize: 'native', style: 'LIGHT' },
  },
};
