-- Who asked for a picture: whoever else asks for one of the same number does not use it up. Pictures live for minutes, so
-- those that are there have nobody.
ALTER TABLE image_code ADD COLUMN asker_hash bytea NOT NULL DEFAULT '';
