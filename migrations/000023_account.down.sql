DROP FUNCTION erase_accepted_texts;
DROP TABLE account_deletion;
