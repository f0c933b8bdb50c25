DROP TABLE accrual_pass;
