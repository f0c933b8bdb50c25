-- domain/repay: the payments of an order, of which there are few, are found by the key of their numbers in it.
DROP INDEX CONCURRENTLY payment_order;
