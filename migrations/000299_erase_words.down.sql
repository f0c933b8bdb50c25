CREATE OR REPLACE FUNCTION erase_accepted_texts(of_member uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE contract_acceptance a SET body = ''
    FROM loan_order o JOIN member m ON m.id = o.member_id
    WHERE a.order_id = o.id AND m.id = of_member AND m.status = 'deleted' AND a.body <> ''
        AND (NOT EXISTS (SELECT FROM loan l WHERE l.order_id = o.id)
            OR EXISTS (SELECT FROM account_deletion d WHERE d.member_id = m.id AND d.papers_erased_at IS NOT NULL))
$$;
DROP FUNCTION erase_payment_words, erase_order_words;
DROP VIEW order_without_papers;
