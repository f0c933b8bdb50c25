ALTER TABLE tracking_record VALIDATE CONSTRAINT dated_before;
ALTER TABLE audit_log VALIDATE CONSTRAINT dated_before;
