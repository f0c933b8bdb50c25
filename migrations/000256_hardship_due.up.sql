-- domain/support: the look finds the requests that it is time for, not all that are live.
CREATE INDEX CONCURRENTLY hardship_due ON hardship (check_at, id) WHERE state IN ('open', 'accepted');
