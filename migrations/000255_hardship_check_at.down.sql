ALTER TABLE hardship DROP COLUMN check_at;
