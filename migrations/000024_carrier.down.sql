DROP SCHEMA sandbox_carrier CASCADE;
DROP TABLE carrier_session_event, carrier_session;
