-- A page of the loans that run, without those that are settled: after some years they are most.
CREATE INDEX CONCURRENTLY loan_running ON loan (order_id) WHERE settled_on IS NULL;
