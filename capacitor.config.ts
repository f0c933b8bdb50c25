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
  android: {
    path: 'mobile/android',
    minWebViewVersion: 89,
    webContentsDebuggingEnabled: false,
    // Without Capacitor's haptics: they ask for a permission. HapticsPlugin.java answers under their name without it.
    includePlugins: ['@capacitor/app', '@capacitor/keyboard', '@capacitor/share'],
  },
  ios: { path: 'mobile/ios', contentInset: 'never' },
  plugins: {
    // On iOS `document.cookie` does not work on capacitor:// without it.
    CapacitorCookies: { enabled: true },
    // The pages are light, also on a phone in dark mode: dark letters in the bars, and a light keyboard.
    SystemBars: { style: 'LIGHT', initialViewportFitValueHint: 'cover' },
    Keyboard: { resize: 'native', style: 'LIGHT' },
  },
};
