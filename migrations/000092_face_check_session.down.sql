DROP INDEX CONCURRENTLY face_check_of_session;
