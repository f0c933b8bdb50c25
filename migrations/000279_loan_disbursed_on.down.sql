DROP INDEX CONCURRENTLY loan_disbursed_on;
