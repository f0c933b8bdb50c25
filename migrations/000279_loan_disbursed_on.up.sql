-- domain/loan: the payouts of the days of a statement.
CREATE INDEX CONCURRENTLY loan_disbursed_on ON loan (disbursed_on);
