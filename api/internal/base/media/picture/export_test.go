package picture

// Internals that the external tests use.
const (
	OrientationTag = orientationTag
	MaxScans       = maxScans
	Niceness       = niceness
)

var (
	Check     = check
	Elsewhere = elsewhere
)
