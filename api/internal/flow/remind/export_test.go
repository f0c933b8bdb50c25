package remind

// PageSize is how many loans one page looks at, LoansPerRun how many one run.
const (
	PageSize    = pageSize
	LoansPerRun = pageSize * maxPages
)

// What one job sends, and the time that it keeps for a message.
const (
	RemindersPerJob = remindersPerJob
	RoomForOne      = roomForOne
)
