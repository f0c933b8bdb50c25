// What shows a feature. A change of a feature is tried with this; `npm test` runs all.

/**
 * Packages that try whole processes for minutes: how they die, are deployed, attacked and watched. What a flow or a domain does is
 * held by its own tests and by those of the calls.
 */
export const processTests = ['api/cmd/loanmarket', 'api/internal/door/metrics'];

/**
 * Tests that compute half a minute each beside hundreds of short ones, and the files that they are about: a change of a feature
 * alone that touches none of these goes without them.
 */
export const longTests = {
  TestGeneratedRequests: /^api\/internal\/door\/api\/|^shared-types\//,
  TestTheWorkerBehindTheDoor: /^api\/face-worker\/|^api\/internal\/door\/api\/|face|liveness|verification|kyc/,
};

/** Where a change is a feature's own. */
export const featureCode = /^api\/internal\/(flow|domain)\//;

/** What shows that the app comes up, is walked through and lends: for changes that are no feature's own. */
export const shellWalks = ['pages', 'loan', 'history'];

export const featureWalks = {
  account: ['account'],
  ads: ['ads'],
  bankcard: ['refused', 'face'],
  carrier: ['carrier'],
  face: ['face'],
  home: ['pages', 'header'],
  info: ['navigation', 'landing'],
  loan: ['loan'],
  login: ['navigation', 'interrupted', 'face'],
  offline: ['offline'],
  order: ['loan', 'refused'],
  repay: ['repay', 'offline'],
  shell: ['shell', 'update'],
  support: ['support'],
  verify: ['files', 'interrupted'],
};
