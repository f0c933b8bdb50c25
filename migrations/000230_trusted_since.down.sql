DROP VIEW trusted_device;
CREATE VIEW trusted_device AS SELECT id AS device_id FROM device WHERE trusted_at IS NOT NULL;
REVOKE INSERT, UPDATE, DELETE ON trusted_device FROM loanmarket_app;
