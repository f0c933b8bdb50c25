-- What a borrower looked at is kept by the keyed hash of her number: it is found by that when she leaves, or asks for a copy.
CREATE INDEX tracking_record_phone ON tracking_record (phone_hash, at) WHERE phone_hash IS NOT NULL;

-- The one change of a timeline: of a deleted borrower, the words with which she cancelled go. That she cancelled stays.
CREATE FUNCTION erase_cancel_words(of_member uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE order_event e SET detail = e.detail - 'reason'
    FROM loan_order o JOIN member m ON m.id = o.member_id
    WHERE e.order_id = o.id AND m.id = of_member AND m.status = 'deleted' AND e.event = 'cancelled' AND e.detail ? 'reason'
$$;
REVOKE EXECUTE ON FUNCTION erase_cancel_words FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_cancel_words TO loanmarket_app;
