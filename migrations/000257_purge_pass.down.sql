DROP TABLE purge_pass;
