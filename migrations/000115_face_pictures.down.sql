UPDATE bank_card_review SET face = '003' WHERE face IN ('chose_sms', 'lost');
ALTER TABLE bank_card_review DROP CONSTRAINT bank_card_review_face_check;
ALTER TABLE bank_card_review ADD CONSTRAINT bank_card_review_face_check
    CHECK (face IN ('off', 'passed', 'review', 'not_passed', '000', '001', '002', '003', 'use_sms', 'no_consent'));
ALTER TABLE face_check DROP COLUMN pictures;
