-- domain/repay: the refunds of the days of a statement; where the bank has not said the day, by that of UTC, which is a day away at most.
CREATE INDEX CONCURRENTLY refund_bank_day ON refund (COALESCE(bank_day, (finished_at AT TIME ZONE 'UTC')::date));
