-- domain/member: some time behind a deletion everything is erased once more: what was on its way when it was done.
ALTER TABLE account_deletion ADD COLUMN erased_again_at timestamptz;
