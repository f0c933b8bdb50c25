-- The deletions of the last time are found every so often.
CREATE INDEX CONCURRENTLY account_deletion_again_due ON account_deletion (ended_at) WHERE outcome = 'done' AND erased_again_at IS NULL;
