-- domain/loan: processes from before 227 run beside those that name the column, and do not: their extensions are behind no payment of
-- the day, as that version has it. A later release, beside which none of them runs, counts theirs as 227 did and drops the default.
ALTER TABLE loan_extension ALTER COLUMN after_payment SET DEFAULT 0;
