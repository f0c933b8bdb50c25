/** Possible verification problems in the order of the help page. */
export const topics = [
  { topic: 'papers', reasons: ['photo', 'id_number', 'id_taken'] },
  { topic: 'account', reasons: ['account_name', 'card_review'] },
  { topic: 'people', reasons: ['contact'] },
  {
    topic: 'carrier',
    reasons: ['wrong_password', 'no_account', 'account_exists', 'locked', 'code_not_sent', 'code_tries', 'not_ours', 'other_holder', 'refused', 'down', 'lost', 'expired'],
  },
] as const;

export type Reason = (typeof topics)[number]['reasons'][number];

/** The topic of a reason in a URL; null if the page does not know it. */
export function topicOf(reason: string): { topic: string; reason: Reason } | null {
  for (const { topic, reasons } of topics) {
    const found = (reasons as readonly Reason[]).find((one) => one === reason);
    if (found) return { topic, reason: found };
  }
  return null;
}
