import { OrderStatus } from '@loanmarket/shared-types/enums';
import { describe, expect, it } from 'vitest';
import { resultOf } from './result';

describe('resultOf', () => {
  // spec: 4.status-1, 4.status-2, 4.status-3, 4.status-4, 4.status-5, 4.status-6
  // spec: 4.status-7, 4.status-8, 4.status-9
  it('has an answer for every status of the specification', () => {
    expect(Object.values(OrderStatus).map(resultOf)).toEqual([
      'waiting', 'waiting', 'rejected', 'approved', 'disbursing', 'failed', 'closed', 'closed', 'paidOut',
    ]);
  });
});
