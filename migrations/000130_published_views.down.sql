DROP VIEW judged_session, member_number, proved_identity, order_reference;
