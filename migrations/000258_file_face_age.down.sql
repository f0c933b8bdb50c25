DROP INDEX CONCURRENTLY file_object_face_age;
