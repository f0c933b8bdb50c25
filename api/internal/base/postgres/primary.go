package postgres

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrNoPrimary is returned when the server that responds is read-only: it is a standby, or was set read-only.
var ErrNoPrimary = errors.New("the database is read-only: there is no primary")

// hostTimeout bounds the connection attempt to one host if the URL names several: another may be the primary by now.
const hostTimeout = 2 * time.Second

// keepAlive detects within half a minute that the server is unreachable on an idle connection: LISTEN sends no data.
var keepAlive = net.KeepAliveConfig{Enable: true, Idle: 15 * time.Second, Interval: 5 * time.Second, Count: 3}

// readOnly is PostgreSQL's error code for a write that it refuses because it is read-only.
const readOnly = "25006"

// followPrimary makes every connection go to the primary, whichever of the URL's hosts that is. Other hosts are skipped on
// connect, unless the URL asks for them (target_session_attrs). A connection that turns out to be read-only is closed, so that
// the next one can reach the new primary.
func followPrimary(config *pgconn.Config, url string) {
	if !strings.Contains(url, "target_session_attrs=") && os.Getenv("PGTARGETSESSIONATTRS") == "" {
		config.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsPrimary
	}
	if !strings.Contains(url, "connect_timeout=") {
		config.ConnectTimeout = connectTimeout
		if severalHosts(config) {
			config.ConnectTimeout = hostTimeout
		}
	}
	config.DialFunc = (&net.Dialer{Timeout: config.ConnectTimeout, KeepAliveConfig: keepAlive}).DialContext
	stays := config.OnPgError
	config.OnPgError = func(conn *pgconn.PgConn, err *pgconn.PgError) bool {
		return err.Code != readOnly && (stays == nil || stays(conn, err))
	}
}

// severalHosts reports whether the configuration names more than one host. Fallbacks also list the same host with and without
// TLS.
func severalHosts(config *pgconn.Config) bool {
	for _, other := range config.Fallbacks {
		if other.Host != config.Host || other.Port != config.Port {
			return true
		}
	}
	return false
}

// PingPrimary checks that the database responds and is a primary; it returns ErrNoPrimary if it is not.
func PingPrimary(ctx context.Context, pool *pgxpool.Pool) error {
	var not bool
	err := pool.QueryRow(ctx, `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean`).Scan(&not)
	if err == nil && not {
		return ErrNoPrimary
	}
	return err
}

// lost reports whether the connection has ended, with or without an error from the server. The last statement sent on it may or
// may not have taken effect.
func lost(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return !statementOnly(pg) || strings.HasPrefix(pg.Code, "08") || pg.Code == readOnly
	}
	var socket *net.OpError
	return errors.As(err, &socket) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, pgconn.ErrConnClosed) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

// statementOnly reports whether an error of the server concerns a statement. After any other (FATAL) the connection has ended: the
// server stops, has waited too long for the next statement (idle_in_transaction_session_timeout), or died behind a pooler.
func statementOnly(err *pgconn.PgError) bool {
	return cmp.Or(err.SeverityUnlocalized, err.Severity) == "ERROR"
}

// Refused reports whether the server refused a statement, whose transaction is therefore rolled back. If the connection ended it
// is unknown what was done.
func Refused(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && statementOnly(pg)
}
