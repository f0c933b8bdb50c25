import { describe, expect, it } from 'vitest';
import { obstacleOf } from './obstacle';

describe('what the reviewer reads of a check that did not come about', () => {
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
  ] as const)('%s is %s', (why, read) => {
    expect(obstacleOf(why)).toBe(read);
  });
});
