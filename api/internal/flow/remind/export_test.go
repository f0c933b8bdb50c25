package remind

// ScanAtOnce is how many loans one run looks at.
const ScanAtOnce = scanBatch * pagesAtOnce

// What one job sends, and the time that it keeps for a message.
const (
	SendAtOnce = sendAtOnce
	RoomForOne = roomForOne
)
