-- domain/face: the phone shows no live picture to a page, its own camera takes each; such a check has more time.
ALTER TABLE face_check ADD COLUMN pictures boolean NOT NULL DEFAULT false;
-- domain/bankcard: the borrower took the SMS code before anything failed, or the line was lost.
ALTER TABLE bank_card_review DROP CONSTRAINT bank_card_review_face_check;
ALTER TABLE bank_card_review ADD CONSTRAINT bank_card_review_face_check
    CHECK (face IN ('off', 'passed', 'review', 'not_passed', '000', '001', '002', '003', 'use_sms', 'no_consent', 'chose_sms', 'lost'));
