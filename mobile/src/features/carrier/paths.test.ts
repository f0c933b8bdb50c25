import { describe, expect, it } from 'vitest';
import { outcomeOf, sessionPath, failureReasonOf } from './paths';

const session = { channel: 'viettel', type: 'password', kind: 'verify' } as const;

describe('sessionPath', () => {
  it.each([
    ['code', '/m/mall/viettel/detail/password/next'],
    ['starting', '/m/mall/viettel/result/waiting'],
    ['waiting', '/m/mall/viettel/result/waiting'],
    ['succeeded', '/m/mall/viettel/result/success'],
    ['failed', '/m/mall/viettel/result/failed'],
    ['expired', '/m/mall/viettel/result/failed'],
    ['replaced', '/m/mall/viettel/result/failed'],
  ] as const)('leads from a session in state %s to %s', (state, path) => {
    expect(sessionPath({ ...session, state })).toBe(path);
  });

  it('leads to the code page of the registration for a new account', () => {
    expect(sessionPath({ ...session, kind: 'register', state: 'code' })).toBe('/m/mall/viettel/register/password/next');
  });
});

describe('failureReasonOf', () => {
  it('names a reason for every session that failed or expired', () => {
    expect(failureReasonOf({ state: 'failed', reason: 'wrong_password' })).toBe('wrong_password');
    expect(failureReasonOf({ state: 'failed', reason: '' })).toBe('refused');
    expect(failureReasonOf({ state: 'expired', reason: '' })).toBe('expired');
    expect(outcomeOf({ state: 'expired' })).toBe('failed');
  });
});
