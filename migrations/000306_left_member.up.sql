-- member: who has left for good. Nobody is told anything any more.
CREATE VIEW left_member AS SELECT id AS member_id FROM member WHERE status = 'deleted';

REVOKE INSERT, UPDATE, DELETE ON left_member FROM loanmarket_app;
