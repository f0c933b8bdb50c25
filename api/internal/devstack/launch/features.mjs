// What shows a feature. A change of a feature is tried with this; `npm test` runs all.

/**
 * Packages that try whole processes for minutes: how they die, are deployed, attacked and watched. What a flow or a domain does is
 * held by its own tests and by those of the calls.
 */
export const processTests = ['api/cmd/loanmarket', 'api/internal/door/metrics'];

/** Where a change is a feature's own. */
export const featureCode = /^api\/internal\/(flow|domain)\//;

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
