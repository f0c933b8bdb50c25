-- domain/support: whether a member has asked for time is looked for with each of their old notices and reminders, and when they leave.
CREATE INDEX CONCURRENTLY hardship_member ON hardship (member_id);
