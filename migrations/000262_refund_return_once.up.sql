-- domain/repay: money that came back is booked once.
CREATE UNIQUE INDEX CONCURRENTLY refund_return_reference_key ON refund (return_reference);
