DROP SCHEMA sandbox_bank CASCADE;
