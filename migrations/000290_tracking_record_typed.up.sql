-- domain/channel: anybody may say a number to a page. What was looked at under one that no session proved is nobody's, and stands in no
-- borrower's copy of their data.
ALTER TABLE tracking_record ADD COLUMN typed boolean;
