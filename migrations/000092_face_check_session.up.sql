-- Whether a face was judged in a session that is to be deleted.
CREATE INDEX CONCURRENTLY face_check_of_session ON face_check (session_id);
