-- domain/member: the borrowers on the operator's list, the newest first; they were found among all.
CREATE INDEX CONCURRENTLY member_white_listed ON member (region, created_at DESC, id DESC) WHERE white_listed;
