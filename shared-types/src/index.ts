export type * as contract from './api.gen';
export * from './enums';
export * from './validators';
