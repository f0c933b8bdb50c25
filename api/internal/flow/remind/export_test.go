package remind

// PageSize is the number of loans per page, LoansPerRun the number per run.
const (
	PageSize    = pageSize
	LoansPerRun = pageSize * maxPages
)

// RemindersPerJob is the number of reminders per job, MaxSendTime the time reserved for a message.
const (
	RemindersPerJob = remindersPerJob
	MaxSendTime     = maxSendTime
)
