-- domain/member: whether the provider left open if a code was sent. One that was never typed back tells nothing about the share of those that are.
ALTER TABLE sms_code ADD COLUMN uncertain boolean NOT NULL DEFAULT false;
