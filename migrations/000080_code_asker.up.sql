-- domain/member: the keyed name of the device that asked for a code; it is good on no other. Null: asked before this was kept.
ALTER TABLE sms_code ADD COLUMN asker_hash bytea;

-- Whether anybody has logged in on a device.
CREATE INDEX device_hash ON device (hash);
