ALTER TABLE refund DROP COLUMN set_off;
