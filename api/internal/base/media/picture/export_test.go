package picture

// What the tests from outside look at.
const (
	OrientationTag = orientationTag
	MaxScans       = maxScans
	Niceness       = niceness
)

var (
	Check     = check
	Elsewhere = elsewhere
)
