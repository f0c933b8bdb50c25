DROP FUNCTION erase_cancel_words;
DROP INDEX tracking_record_phone;
