DROP TABLE device_approval;
