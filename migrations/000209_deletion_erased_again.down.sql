ALTER TABLE account_deletion DROP COLUMN erased_again_at;
