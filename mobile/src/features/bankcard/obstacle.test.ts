import { describe, expect, it } from 'vitest';
import { obstacleOf } from './obstacle';

describe('obstacleOf: the reason shown to the reviewer for a face check that was not completed', () => {
  it.each([
    ['no_consent', 'no_consent'],
    ['000', '000'],
    ['001', '001'],
    ['camera_busy', '001'],
    ['camera_lost', '001'],
    ['002', '002'],
    ['key', '002'],
    ['003', '003'],
    ['not_passed', 'not_passed'],
    ['step_up', 'not_passed'],
    ['refused', 'not_passed'],
    ['use_sms', 'use_sms'],
    ['wait', 'use_sms'],
    ['lost', 'lost'],
    ['interrupted', 'chose_sms'],
    [null, 'chose_sms'],
  ] as const)('maps %s to %s', (why, read) => {
    expect(obstacleOf(why)).toBe(read);
  });
});
