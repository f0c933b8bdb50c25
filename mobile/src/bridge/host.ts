import { ask, isNativeApp } from './shell';

export { isNativeApp };

/** The product line. The shell rejects calls with any other tag. */
const TAG = 'vn';

/** The shell's information about itself (spec 3). */
export interface HostInfo {
  appVersion: string;
  appName: string;
  packageName: string;
  deviceType: string;
}

/** A login as stored by the shell. */
export interface HostLogin {
  token: string;
  phone: string;
}

/** The actions of the shell's plugin, HostPlugin.java and HostPlugin.swift. */
export interface Host {
  jointLogin: (options: { tag: string; token?: string; phone?: string }) => Promise<Partial<HostLogin>>;
  getInfo: (options: { tag: string }) => Promise<HostInfo>;
  logoutInfo: (options: { tag: string }) => Promise<void>;
}

const call = <T>(action: keyof Host, options: object = {}) => ask<T>('Host', action, { ...options, tag: TAG });

/** Passes the page's login to the shell, or reads the login that the shell stored; null if there is none. */
export async function jointLogin(login?: HostLogin): Promise<HostLogin | null> {
  const answer = await call<Partial<HostLogin>>('jointLogin', login);
  return answer?.token ? { token: answer.token, phone: answer.phone ?? '' } : null;
}

/** Requests the shell's information about itself; null outside the app. */
export function getInfo(): Promise<HostInfo | null> {
  return call<HostInfo>('getInfo');
}

/** Deletes the login stored by the shell. */
export async function logoutInfo(): Promise<void> {
  await call('logoutInfo');
}
