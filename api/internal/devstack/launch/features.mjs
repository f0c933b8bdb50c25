// Which walks and tests cover a feature, for runs on a change. `npm test` runs all of them.

/**
 * Packages whose tests run whole processes for minutes: crashes, deployments, attacks, metrics. The logic of a flow or domain
 * is covered by its own tests and those of the API.
 */
export const processTests = ['api/cmd/loanmarket', 'api/internal/door/metrics'];

/**
 * Tests that compute for half a minute each, with the files that they cover: a change of a feature that touches none of these
 * files skips them.
 */
export const longTests = {
  TestGeneratedRequests: /^api\/internal\/door\/api\/|^shared-types\//,
  TestFaceWorkerBehindAPI: /^api\/face-worker\/|^api\/internal\/door\/api\/|face|liveness|verification|kyc/,
};

/** Matches files that belong to a feature. */
export const featureCode = /^api\/internal\/(flow|domain)\//;

/** Walks that cover the start of the app, its navigation and a loan, for changes outside a feature. */
export const shellWalks = ['pages', 'loan', 'history'];

/** Walks that cover the pages and files beside the app's own page. */
export const pageWalks = [
  { files: /^mobile\/(landing\.html$|src\/landing\/)/, walks: ['landing', 'ads'] },
  { files: /^mobile\/pixel\.html$/, walks: ['ads'] },
  { files: /^mobile\/public\/sw\.js$/, walks: ['offline', 'update'] },
];

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
