DROP FUNCTION erase_payment_words, erase_order_words;
DROP VIEW order_without_papers;
