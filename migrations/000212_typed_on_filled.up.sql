-- base/media, domain/carrier: see 211. What came before an identity is the device's where that can be told: a ticket's, or the only one
-- that there ever was. The rest is shown on none, and goes when an identity is proved.
UPDATE file_object f SET device_id = t.device_id
FROM support_message_file s JOIN support_message m ON m.id = s.message_id JOIN support_ticket t ON t.id = m.ticket_id
WHERE s.file_id = f.id AND t.device_id IS NOT NULL;

WITH only_device AS MATERIALIZED (
    SELECT d.member_id, (array_agg(d.id))[1] AS device_id FROM device d
    WHERE NOT EXISTS (SELECT FROM identity i WHERE i.member_id = d.member_id) GROUP BY d.member_id HAVING count(*) = 1
), files AS (
    UPDATE file_object f SET device_id = o.device_id FROM only_device o WHERE f.member_id = o.member_id AND f.kind <> 'document' AND f.device_id IS NULL
)
UPDATE carrier_session s SET device_id = o.device_id FROM only_device o WHERE s.member_id = o.member_id AND s.device_id IS NULL;
