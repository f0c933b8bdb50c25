DROP TABLE reconcile_statement;
