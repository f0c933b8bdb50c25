ALTER TABLE notice ALTER CONSTRAINT notice_member_id_fkey ENFORCED;
