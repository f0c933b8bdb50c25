DROP TABLE bank_card_review, bank_card;
