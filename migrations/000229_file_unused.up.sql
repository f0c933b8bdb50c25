-- Pictures that nothing was found to name yet: the oldest are looked at by the hour.
CREATE INDEX CONCURRENTLY file_object_unused ON file_object (created_at)
	WHERE NOT in_use AND erased_at IS NULL AND kind IN ('identity', 'passbook', 'proof', 'complaint');
