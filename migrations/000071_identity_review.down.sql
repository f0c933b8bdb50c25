DROP TABLE identity_review;
