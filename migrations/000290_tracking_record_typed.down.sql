ALTER TABLE tracking_record DROP COLUMN typed;
