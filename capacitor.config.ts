/** The shell of the Android and iOS apps; the pages inside are those of mobile/dist. */
export default {
  appId: 'app.loanmarket',
  appName: 'Loan Market',
  webDir: 'mobile/dist',
  android: { path: 'mobile/android' },
  ios: { path: 'mobile/ios' },
};
