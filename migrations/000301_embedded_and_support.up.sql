-- The lender's gateway that comes along is called embedded, and who answers a ticket support. The release before writes house for both
-- as long as its processes run: the word leaves the checks a release later, after the updates of the next two files once more.
ALTER TABLE lender
    DROP CONSTRAINT lender_gateway_check,
    ADD CONSTRAINT lender_gateway_check CHECK (gateway IN ('embedded', 'http', 'house')) NOT VALID;
ALTER TABLE support_message
    DROP CONSTRAINT support_message_author_check,
    ADD CONSTRAINT support_message_author_check CHECK (author IN ('borrower', 'support', 'house')) NOT VALID;
