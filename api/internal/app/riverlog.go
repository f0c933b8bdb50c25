package app

import (
	"context"
	"log/slog"

	"github.com/rs/zerolog"

	"github.com/loanmarket/loanmarket/api/internal/base/redact"
)

// riverLog returns River's logger, without borrower data that an error may quote.
func riverLog(log zerolog.Logger) *slog.Logger {
	return slog.New(redacting{zerolog.NewSlogHandler(log.With().Str("from", "river").Logger())})
}

// redacting is a handler that applies redact to every line.
type redacting struct{ slog.Handler }

// Handle writes a redacted line.
func (r redacting) Handle(ctx context.Context, record slog.Record) error {
	clean := slog.NewRecord(record.Time, record.Level, redact.Text(record.Message), record.PC)
	record.Attrs(func(a slog.Attr) bool {
		clean.AddAttrs(redacted(a))
		return true
	})
	return r.Handler.Handle(ctx, clean)
}

// WithAttrs returns a redacting handler.
func (r redacting) WithAttrs(attrs []slog.Attr) slog.Handler {
	clean := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		clean[i] = redacted(a)
	}
	return redacting{r.Handler.WithAttrs(clean)}
}

// WithGroup returns a redacting handler.
func (r redacting) WithGroup(name string) slog.Handler { return redacting{r.Handler.WithGroup(name)} }

// redacted keeps numbers, times and flags unchanged, because they are River's own.
func redacted(a slog.Attr) slog.Attr {
	switch a.Value.Kind() {
	case slog.KindString, slog.KindAny, slog.KindGroup, slog.KindLogValuer:
		return slog.String(a.Key, redact.Text(a.Value.String()))
	default:
		return a
	}
}
