-- domain/repay: the payments of the days of a statement. They lie in about the order in which they came: a summary of each few pages finds
-- them, and costs a payment next to nothing.
CREATE INDEX CONCURRENTLY payment_paid_at ON payment USING brin (paid_at) WITH (pages_per_range = 16, autosummarize = on);
