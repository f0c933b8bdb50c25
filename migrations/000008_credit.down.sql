DROP TABLE product_freeze, credit_event, credit_profile;
