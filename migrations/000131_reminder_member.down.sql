ALTER TABLE reminder ALTER CONSTRAINT reminder_member_id_fkey ENFORCED;
