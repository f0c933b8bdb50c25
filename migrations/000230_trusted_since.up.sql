-- member: whose a device is that may see what is the member's, and since when it has been there.
CREATE OR REPLACE VIEW trusted_device AS SELECT id AS device_id, member_id, created_at AS since FROM device WHERE trusted_at IS NOT NULL;
