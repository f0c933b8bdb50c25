-- domain/member: the keyed hash of the network that a code was asked for from. Codes of one network that nobody types back say little
-- about all others.
ALTER TABLE sms_code ADD COLUMN network_hash bytea;
