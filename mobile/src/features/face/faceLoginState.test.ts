import type { FaceStatusData } from '@loanmarket/shared-types/api';
import { describe, expect, it } from 'vitest';
import { faceLoginStateOf } from './faceLoginState';
import { beforeCheck } from '@/shared/face/journey';

const off: FaceStatusData = {
  offered: true, ready: true, enrolment: 'none', endedFor: '', obstacle: '', deviceKey: '', consentGiven: false, consentVersion: '1',
  retentionDays: 90, checksLeft: 5, retryAfter: 0, useSms: false, cardCheckNeeded: false,
};
const active = { ...off, enrolment: 'active', consentGiven: true, deviceKey: 'own' } as const;

describe('faceLoginStateOf', () => {
  it.each([
    ['off', off, 'own', true],
    ['off', { ...off, enrolment: 'ended' as const, endedFor: 'rejected' as const }, null, true],
    ['notOffered', { ...off, offered: false }, null, true],
    ['impossible', off, null, false],
    ['identity', { ...off, obstacle: 'identity_needed' as const }, null, true],
    ['useSms', { ...off, useSms: true }, null, true],
    ['notReady', { ...off, ready: false }, null, true],
    ['review', { ...off, enrolment: 'review' as const }, 'own', true],
    ['active', active, 'own', true],
    ['key', active, 'another', true],
    ['key', active, null, true],
    ['impossible', active, null, false],
  ] as const)('returns %s', (state, status, ownKey, possible) => {
    expect(faceLoginStateOf(status, ownKey, possible)).toBe(state);
  });
});

describe('beforeCheck', () => {
  it('requires the consent, then the key of this phone, and returns none where no check is possible', () => {
    expect(beforeCheck(off, 'own')).toBe('consent');
    expect(beforeCheck({ ...off, consentGiven: true }, 'own')).toBe('key');
    expect(beforeCheck(active, null)).toBe('key');
    expect(beforeCheck(active, 'own')).toBe('check');
    for (const none of [{ offered: false }, { ready: false }, { useSms: true }, { enrolment: 'review' }, { obstacle: 'identity_needed' }] as const) {
      expect(beforeCheck({ ...active, ...none }, 'own')).toBe('none');
    }
  });
});
