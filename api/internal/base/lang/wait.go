package lang

import (
	"strconv"
	"time"
)

// longestCountdown is the longest wait that is said in seconds: the app counts the resend of a code down in them.
const longestCountdown = 120 * time.Second

// Wait writes how long somebody has to wait, rounded up, in the largest units that say it well: 45 seconds, 5 minutes,
// 1 hour 30 minutes. The app's twin is held to it by vectors/formats.json.
func (l Lang) Wait(d time.Duration) string {
	seconds := int64((max(d, 0) + time.Second - 1) / time.Second)
	if time.Duration(seconds)*time.Second <= longestCountdown {
		return l.count(seconds, "秒", "giây", "วินาที", "second")
	}
	minutes := (seconds + 59) / 60
	if minutes < 60 {
		return l.count(minutes, "分钟", "phút", "นาที", "minute")
	}
	text := l.count(minutes/60, "小时", "giờ", "ชั่วโมง", "hour")
	if rest := minutes % 60; rest > 0 {
		text += l.space() + l.count(rest, "分钟", "phút", "นาที", "minute")
	}
	return text
}

// count writes a number of units. English alone has a plural; Chinese puts no space between.
func (l Lang) count(n int64, cn, vi, th, en string) string {
	if n != 1 {
		en += "s"
	}
	return strconv.FormatInt(n, 10) + l.space() + l.Pick(cn, vi, th, en)
}

// space parts a number from its unit, on one line.
func (l Lang) space() string { return l.Pick("", NoBreakSpace, NoBreakSpace, NoBreakSpace) }
