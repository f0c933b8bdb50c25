import type { ApiPath } from './contract';

/** Calls that change nothing that another call returns. */
export const readingPaths = [
  'auth/areas', 'auth/detail', 'auth/list', 'auth/options',
  'bankCard/banks', 'bankCard/detail', 'bankCard/list',
  'channel/queryByCode', 'chat/identity', 'config/product', 'content/{page}',
  'loan/contract', 'loan/detail', 'loan/list', 'loan/quote',
  'main/h5/guide', 'main/loanApply/advertise',
  'mall/{channel}/index', 'mall/{channel}/result', 'opt/index',
  'member/approval', 'member/approval/pending', 'member/checkPhone', 'member/consents', 'member/deleteAccount/status', 'member/devices', 'member/face', 'member/getLoginType', 'member/query',
  'order/contract', 'order/detail', 'order/list',
  'repay/extendQuote', 'repay/intent', 'repay/link', 'repay/options', 'repay/proofs', 'repay/receipt', 'repay/record', 'repay/statement',
  'support/contacts', 'support/detail', 'support/draft', 'support/hardship', 'support/inbox', 'support/list', 'support/unread',
] as const satisfies readonly ApiPath[];

export type ReadingPath = (typeof readingPaths)[number];
export type WritingPath = Exclude<ApiPath, ReadingPath>;

/** Whether a call changes nothing. */
export const isReading = (path: ApiPath): path is ReadingPath => (readingPaths as readonly ApiPath[]).includes(path);

const products: readonly ReadingPath[] = ['loan/list', 'loan/detail'];
const orders: readonly ReadingPath[] = ['order/list', 'order/detail', ...products, 'member/query', 'support/unread', 'support/inbox'];
// Excludes the topic's own response, because the form that submitted it is being closed.
const verified: readonly ReadingPath[] = ['auth/list', 'member/query', ...products];
const carrier: readonly ReadingPath[] = ['mall/{channel}/index', 'mall/{channel}/result', 'opt/index', ...verified];
const deletion: readonly ReadingPath[] = ['member/deleteAccount/status', 'member/query'];
const hardship: readonly ReadingPath[] = ['support/hardship', 'order/list', 'order/detail', 'support/unread', 'support/inbox'];

/**
 * Which responses become outdated when a call succeeds. They are reloaded wherever they are visible. A call of the
 * contract that is neither here nor in readingPaths does not compile.
 */
export const changed: Record<WritingPath, readonly ReadingPath[]> = {
  'auth/company': verified,
  'auth/contacts': verified,
  'auth/identity': verified,
  'auth/personal': verified,
  // Sent at every pause in typing. The list reloads when the borrower returns to it.
  'auth/saveDraft': [],
  'bankCard/add': ['bankCard/list', 'order/detail', ...verified],
  'bankCard/setDefault': ['bankCard/list', 'bankCard/detail'],
  // Excludes the detail of the removed account, because its page is being closed.
  'bankCard/unbind': ['bankCard/list', 'order/list', 'order/detail', ...verified],
  'channel/access': [],
  'loan/apply': orders,
  'mall/{channel}/code': carrier,
  'mall/{channel}/detail': carrier,
  'mall/{channel}/next': carrier,
  'mall/{channel}/register': carrier,
  'member/approval/answer': ['member/approval/pending', 'member/devices', 'support/unread', 'support/inbox'],
  // Its response is the state after the call.
  'member/approval/ask': [],
  'member/bindFace': ['member/face', 'auth/list', 'member/query'],
  'member/checkSmsCode': [],
  'member/consents/set': ['member/consents', 'member/face', 'auth/list', 'member/query', ...products],
  'member/data': [],
  'member/deleteAccount': deletion,
  'member/deleteAccount/withdraw': deletion,
  'member/deviceKey': ['member/face'],
  'member/devices/logout': ['member/devices', 'member/approval/pending'],
  // A failed check is counted.
  'member/faceLogin/checkLiveness': ['member/face'],
  'member/endSession': [],
  'member/faceLogin/queryToken': [],
  'member/faceLogin/start': [],
  // Session data starts and ends with the session, not with a call.
  'member/logout': [],
  'member/secondFact': ['member/query'],
  'member/sendSmsCode': [],
  'member/smsLogin': [],
  'order/cancel': orders,
  'order/changeCard': ['order/list', 'order/detail', 'bankCard/list', 'bankCard/detail'],
  'order/confirm': orders,
  // A newer code replaces an older one.
  'repay/bank': ['repay/intent', 'repay/link'],
  'repay/paycode': ['repay/intent', 'repay/link'],
  'repay/certificate': ['order/detail'],
  'repay/extend': ['repay/extendQuote', 'repay/options', 'repay/intent', 'repay/link', ...orders],
  'repay/proof': ['repay/proofs', 'repay/options', 'order/detail'],
  'submit/dataRecord': [],
  'submit/pageError': [],
  'support/complain': ['support/list'],
  'support/message': ['support/list'],
  'support/plan': hardship,
  'support/promise': hardship,
  // Rows stay marked as new while they are visible. The response contains the number for the bell.
  'support/read': ['member/approval/pending'],
  'support/reply': ['support/list', 'support/detail'],
  'support/saveDraft': [],
  'support/withdraw': hardship,
};

/** The responses that are outdated after `path` has succeeded; none after a reading call. */
export function changedBy(path: ApiPath): readonly ReadingPath[] {
  return path in changed ? changed[path as WritingPath] : [];
}
