DROP VIEW ticket_file;
DROP VIEW trusted_device;
ALTER TABLE carrier_session DROP COLUMN device_id;
ALTER TABLE file_object DROP COLUMN device_id;
