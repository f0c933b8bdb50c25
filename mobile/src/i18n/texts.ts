import type account from './vi/account';
import type ads from './vi/ads';
import type bankcard from './vi/bankcard';
import type carrier from './vi/carrier';
import type common from './vi/common';
import type face from './vi/face';
import type home from './vi/home';
import type info from './vi/info';
import type landing from './vi/landing';
import type loan from './vi/loan';
import type login from './vi/login';
import type offline from './vi/offline';
import type order from './vi/order';
import type owndata from './vi/owndata';
import type repay from './vi/repay';
import type shell from './vi/shell';
import type support from './vi/support';
import type terms from './vi/terms';
import type verify from './vi/verify';

/** All texts of the app by area. Vietnamese is the source; the other languages must have the same keys. */
export interface Texts {
  account: typeof account;
  ads: typeof ads;
  bankcard: typeof bankcard;
  carrier: typeof carrier;
  common: typeof common;
  face: typeof face;
  home: typeof home;
  info: typeof info;
  landing: typeof landing;
  loan: typeof loan;
  login: typeof login;
  offline: typeof offline;
  order: typeof order;
  owndata: typeof owndata;
  repay: typeof repay;
  shell: typeof shell;
  support: typeof support;
  terms: typeof terms;
  verify: typeof verify;
}

/** An area of texts: one file per area and language. */
export type Area = keyof Texts;

type SameKeys<T> = { [K in keyof T]: T[K] extends string ? string : SameKeys<T[K]> };

/** The type of a translation of an area: `export default { ... } satisfies Translation<'order'>`. */
export type Translation<A extends Area> = SameKeys<Texts[A]>;

/** Removes the plural suffix from a key, because i18next chooses the plural form by `count`. */
type Base<K extends string> = K extends `${infer Name}_${'one' | 'other'}` ? Name : K;

type Leaves<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${Base<K>}` : Leaves<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/** A text key with its area: `'order:detail.title'`. */
export type TextKey = { [A in Area]: `${A}:${Leaves<Texts[A]>}` }[Area];
