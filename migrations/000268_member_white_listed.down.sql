DROP INDEX CONCURRENTLY member_white_listed;
