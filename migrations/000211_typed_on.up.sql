-- base/media, domain/carrier: phone numbers are recycled. Which device a picture came from, and on which one a carrier was asked. It is
-- null for what came behind a proved identity, which is the member's on all devices, and for our own papers.
ALTER TABLE file_object ADD COLUMN device_id uuid;
ALTER TABLE carrier_session ADD COLUMN device_id uuid;

-- member: the devices that may see what is the member's.
CREATE VIEW trusted_device AS SELECT id AS device_id FROM device WHERE trusted_at IS NOT NULL;

-- support: the pictures of tickets.
CREATE VIEW ticket_file AS
	SELECT t.member_id, f.file_id FROM support_ticket t JOIN support_message m ON m.ticket_id = t.id JOIN support_message_file f ON f.message_id = m.id;

REVOKE INSERT, UPDATE, DELETE ON trusted_device, ticket_file FROM loanmarket_app;
