// Which walks show a feature of the app. A change of a feature is tried with these; `npm test` walks all.

/** What shows that the app comes up, is walked through and lends: for changes that are no feature's own. */
export const shellWalks = ['pages', 'loan'];

export const featureWalks = {
  account: ['account'],
  ads: ['ads'],
  bankcard: ['refused', 'face'],
  carrier: ['carrier'],
  face: ['face'],
  home: ['pages', 'header'],
  info: ['navigation', 'land'],
  loan: ['loan'],
  login: ['navigation', 'keeps', 'face'],
  offline: ['offline'],
  order: ['loan', 'refused'],
  repay: ['repay', 'offline'],
  shell: ['shell', 'update'],
  support: ['support'],
  verify: ['files', 'keeps'],
};
