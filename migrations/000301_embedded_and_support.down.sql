ALTER TABLE lender
    DROP CONSTRAINT lender_gateway_check,
    ADD CONSTRAINT lender_gateway_check CHECK (gateway IN ('house', 'http'));
ALTER TABLE support_message
    DROP CONSTRAINT support_message_author_check,
    ADD CONSTRAINT support_message_author_check CHECK (author IN ('borrower', 'house'));
