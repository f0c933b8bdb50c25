package remind

// ScanBatch is how many loans one page looks at, ScanAtOnce how many one run.
const (
	ScanBatch  = scanBatch
	ScanAtOnce = scanBatch * pages
)

// What one job sends, and the time that it keeps for a message.
const (
	SendAtOnce = sendAtOnce
	RoomForOne = roomForOne
)
