/** The texts that a borrower accepts. A change of words that matters gets a new version, which is asked for anew. */
export const documents = {
  terms: {
    version: '1.0',
    since: '2026-11-01',
    sections: ['service', 'you', 'costs', 'apply', 'repay', 'safety', 'conduct', 'complaint', 'change'],
  },
  privacy: {
    version: '1.0',
    since: '2026-11-01',
    sections: ['collect', 'notCollect', 'share', 'protect', 'keep', 'browser', 'rights', 'complaint'],
  },
} as const;
