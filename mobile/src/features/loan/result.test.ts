import { OrderStatus } from '@loanmarket/shared-types/enums';
import { describe, expect, it } from 'vitest';
import { resultOf } from './result';

describe('resultOf', () => {
  it('has an answer for every status of the specification', () => {
    expect(Object.values(OrderStatus).map(resultOf)).toEqual([
      'waiting', 'waiting', 'rejected', 'approved', 'disbursing', 'failed', 'closed', 'closed', 'paidOut',
    ]);
  });
});
