-- base/media: the pictures of faces, which go when they have had their time: the oldest are looked for by the hour.
CREATE INDEX CONCURRENTLY file_object_face_age ON file_object (created_at) WHERE kind = 'face' AND erased_at IS NULL;
