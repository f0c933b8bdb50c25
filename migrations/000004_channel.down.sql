DROP TABLE tracking_record, channel;
