DROP VIEW left_member;
