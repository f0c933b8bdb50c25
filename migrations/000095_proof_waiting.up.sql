-- Proofs that wait are counted every few seconds.
CREATE INDEX CONCURRENTLY repayment_proof_waiting ON repayment_proof (created_at) WHERE state = 'submitted';
