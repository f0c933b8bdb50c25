ALTER TABLE image_code DROP COLUMN asker_hash;
