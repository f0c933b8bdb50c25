package child

import (
	"cmp"
	"io"
	"os"
	"strings"
)

// errorBytes is how many bytes of a command's output its error contains.
const errorBytes = 2000

// Tail returns the last 8 KiB of a log file, or "" if it cannot be read.
func Tail(path string) string {
	const size = 8 << 10
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	if end, err := file.Seek(0, io.SeekEnd); err == nil && end > size {
		_, err = file.Seek(-size, io.SeekEnd)
		if err != nil {
			return ""
		}
	} else if _, err = file.Seek(0, io.SeekStart); err != nil {
		return ""
	}
	text, err := io.ReadAll(file)
	if err != nil {
		return ""
	}
	return string(text)
}

// Diagnose returns a sentence about the cause if it recognises the output of a failed program, else "".
func Diagnose(output string) string {
	lower := strings.ToLower(output)
	switch {
	case strings.Contains(lower, "no space left on device"), strings.Contains(lower, "disk full"):
		return "the disk is full; free some space and start again"
	case strings.Contains(lower, "address already in use"):
		return "its port is taken by another program"
	case strings.Contains(lower, "too many open files"):
		return "the limit of open files is too low; raise it (ulimit -n 4096) and start again"
	}
	return ""
}

// lastLine returns the last line of a log, which says why a process ended.
func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return cmp.Or(strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:]), silent)
}

// lastBytes returns the end of a command's output: the cause of a failure is near the end.
func lastBytes(text string) string {
	text = strings.TrimSpace(text)
	if len(text) > errorBytes {
		text = "…" + strings.ToValidUTF8(text[len(text)-errorBytes:], "")
	}
	return cmp.Or(text, silent)
}

// silent replaces an empty output.
const silent = "(nothing)"
