ALTER TABLE tracking_record DROP CONSTRAINT dated_before;
ALTER TABLE audit_log DROP CONSTRAINT dated_before;
