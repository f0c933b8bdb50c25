DROP TABLE face_frame;
DROP TABLE face_check;
DROP TABLE face_enrolment;
ALTER TABLE bank_card_review DROP COLUMN face;
ALTER TABLE session DROP COLUMN opened_by;
ALTER TABLE device DROP CONSTRAINT device_face_key;
ALTER TABLE device DROP COLUMN face_key_at;
ALTER TABLE device DROP COLUMN face_key;
