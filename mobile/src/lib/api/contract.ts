import type { paths } from '@loanmarket/shared-types/api';

type Posts = {
  [P in keyof paths as P extends `/app/${infer Name}`
    ? paths[P] extends { post: { requestBody: { content: { 'application/json': unknown } } } }
      ? Name
      : never
    : never]: paths[P] extends { post: infer Operation } ? Operation : never;
};

/** A JSON call of the contract, without the leading `/app/`: `'order/detail'`. */
export type ApiPath = keyof Posts;

/** The request body of a call. */
export type Body<P extends ApiPath> = Posts[P] extends {
  requestBody: { content: { 'application/json': infer B } };
}
  ? B
  : never;

/** The `data` of a call's response. */
export type Data<P extends ApiPath> = Posts[P] extends {
  responses: { 200: { content: { 'application/json': { data: infer D } } } };
}
  ? D
  : never;

/** Calls for which the contract requires an Idempotency-Key. */
export type IdempotentPath = {
  [P in ApiPath]: Posts[P] extends { parameters: { header: { 'Idempotency-Key': string } } } ? P : never;
}[ApiPath];

/** The same set at runtime. A missing or surplus call does not compile. */
const idempotentPaths: Record<IdempotentPath, true> = {
  'bankCard/add': true,
  'bankCard/unbind': true,
  'loan/apply': true,
  'member/deleteAccount': true,
  'mall/{channel}/detail': true,
  'mall/{channel}/next': true,
  'mall/{channel}/register': true,
  'order/cancel': true,
  'order/changeCard': true,
  'order/confirm': true,
  'repay/bank': true,
  'repay/extend': true,
  'repay/paycode': true,
  'repay/proof': true,
  'support/complain': true,
  'support/message': true,
  'support/plan': true,
  'support/promise': true,
  'support/reply': true,
  'support/withdraw': true,
};

/** Whether a call moves money or creates something, so that a repeated call must not act twice. */
export function isIdempotent(path: ApiPath): path is IdempotentPath {
  return path in idempotentPaths;
}

type Forms = {
  [P in keyof paths as P extends `/app/${infer Name}`
    ? paths[P] extends { post: { requestBody: { content: { 'multipart/form-data': unknown } }; responses: { 200: { content: { 'application/json': { data: unknown } } } } } }
      ? Name
      : never
    : never]: paths[P] extends { post: { responses: { 200: { content: { 'application/json': { data: infer D } } } } } } ? D : never;
};

/** A call of the contract that uploads files. */
export type FormPath = keyof Forms;

/** The `data` of the response to a call that uploads files. */
export type FormAnswer<P extends FormPath> = Forms[P];
