-- domain/member: leaving.

-- A borrower's wish to have her account deleted. One is open at a time; it waits until due_at and can be withdrawn until
-- then. Papers that the law has us keep go at papers_until (the journal, which does not know her name, stays).
CREATE TABLE account_deletion (
    id               uuid        PRIMARY KEY DEFAULT uuidv7(),
    member_id        uuid        NOT NULL REFERENCES member (id),
    requested_at     timestamptz NOT NULL,
    due_at           timestamptz NOT NULL CHECK (due_at >= requested_at),
    outcome          text        CHECK (outcome IN ('withdrawn', 'stopped', 'done')), -- stopped: a debt was opened again
    ended_at         timestamptz,
    papers_until     timestamptz,
    papers_erased_at timestamptz,
    CONSTRAINT account_deletion_ended CHECK ((outcome IS NULL) = (ended_at IS NULL)),
    CONSTRAINT account_deletion_papers CHECK (papers_until IS NULL OR outcome = 'done')
);
CREATE UNIQUE INDEX account_deletion_open ON account_deletion (member_id) WHERE outcome IS NULL;
CREATE INDEX account_deletion_due ON account_deletion (due_at) WHERE outcome IS NULL;
CREATE INDEX account_deletion_member ON account_deletion (member_id, requested_at DESC);
CREATE INDEX account_deletion_papers_due ON account_deletion (papers_until) WHERE papers_until IS NOT NULL AND papers_erased_at IS NULL;
REVOKE DELETE ON account_deletion FROM loanmarket_app;

-- The one change of an accepted text: of a deleted borrower, her words go where no money was lent, and everywhere once
-- her papers need not be kept any longer. The rest of the evidence (hash, time, version) stays.
CREATE FUNCTION erase_accepted_texts(of_member uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE contract_acceptance a SET body = ''
    FROM loan_order o JOIN member m ON m.id = o.member_id
    WHERE a.order_id = o.id AND m.id = of_member AND m.status = 'deleted' AND a.body <> ''
        AND (NOT EXISTS (SELECT FROM loan l WHERE l.order_id = o.id)
            OR EXISTS (SELECT FROM account_deletion d WHERE d.member_id = m.id AND d.papers_erased_at IS NOT NULL))
$$;
REVOKE EXECUTE ON FUNCTION erase_accepted_texts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_accepted_texts TO loanmarket_app;
