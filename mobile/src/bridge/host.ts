import { ask, isNativeApp } from './shell';

export { isNativeApp };

/** The product line; the shell rejects calls with another. */
const TAG = 'vn';

/** What the shell knows about itself (spec 3). */
export interface HostInfo {
  appVersion: string;
  appName: string;
  packageName: string;
  deviceType: string;
}

/** A login as the shell keeps it. */
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

/** Gives the page's login to the shell, or takes the one the shell kept; null when there is none. */
export async function jointLogin(login?: HostLogin): Promise<HostLogin | null> {
  const answer = await call<Partial<HostLogin>>('jointLogin', login);
  return answer?.token ? { token: answer.token, phone: answer.phone ?? '' } : null;
}

/** Asks the shell about itself; null outside the app. */
export function getInfo(): Promise<HostInfo | null> {
  return call<HostInfo>('getInfo');
}

/** Makes the shell forget its login. */
export async function logoutInfo(): Promise<void> {
  await call('logoutInfo');
}
