import type { Proof } from '@loanmarket/shared-types/api';
import { expect, it, vi } from 'vitest';
import { ProofList } from './ProofList';
import { renderInVietnam } from '@/test/render';

const proof = (proofId: string, state: Proof['state'] = 'submitted') => ({ proofId, state, createdAt: '2027-01-04T03:00:00Z', note: '', reason: '', fileIds: [], paymentId: null }) as unknown as Proof;

it('scrolls to a proof that has just been sent, and on no other update', async () => {
  const moved = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { rerender } = await renderInVietnam(<ProofList proofs={[]} />, 'repay');
  rerender(<ProofList proofs={[proof('a')]} />);
  expect(moved).toHaveBeenCalledTimes(1);
  rerender(<ProofList proofs={[proof('a', 'rejected')]} />);
  expect(moved).toHaveBeenCalledTimes(1);
  rerender(<ProofList proofs={[proof('b'), proof('a', 'rejected')]} />);
  expect(moved).toHaveBeenCalledTimes(2);
});

it('does not scroll when the page is opened', async () => {
  const moved = vi.spyOn(Element.prototype, 'scrollIntoView');
  moved.mockClear();
  await renderInVietnam(<ProofList proofs={[proof('a')]} />, 'repay');
  expect(moved).not.toHaveBeenCalled();
});
