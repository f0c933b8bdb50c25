package postgres

import (
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

// ErrNoPrimary says that the server which answers takes no changes: it is a standby, or it was made read-only.
var ErrNoPrimary = errors.New("the database takes no changes: there is no primary")

// hostTimeout bounds the try of one host where the URL names several: the next may be the primary by now.
const hostTimeout = 2 * time.Second

// keepAlive finds a server out that was cut off while nobody spoke, within half a minute: who listens says nothing.
var keepAlive = net.KeepAliveConfig{Enable: true, Idle: 15 * time.Second, Interval: 5 * time.Second, Count: 3}

// readOnly is PostgreSQL's word for a change that it refuses since it is no primary.
const readOnly = "25006"

// followPrimary has every connection lead to the primary, whichever of the URL's hosts that is: others are left alone
// when a connection is made, unless the URL asks for them (target_session_attrs), and one that turns out to be read-only
// is closed, so that the next leads elsewhere.
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

// severalHosts tells hosts apart from the ways to one host, with TLS and without.
func severalHosts(config *pgconn.Config) bool {
	for _, other := range config.Fallbacks {
		if other.Host != config.Host || other.Port != config.Port {
			return true
		}
	}
	return false
}

// PingPrimary asks whether the database answers and is a primary; ErrNoPrimary where it is none.
func PingPrimary(ctx context.Context, pool *pgxpool.Pool) error {
	var not bool
	err := pool.QueryRow(ctx, `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean`).Scan(&not)
	if err == nil && not {
		return ErrNoPrimary
	}
	return err
}

// goingDown are PostgreSQL's words for a server that ends or begins: administrator's shutdown, crash, not yet ready.
var goingDown = map[string]bool{"57P01": true, "57P02": true, "57P03": true}

// lost reports that a connection has ended, by a word of the server's or without one. What was sent on it last may have
// taken effect or not.
func lost(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return goingDown[pg.Code] || strings.HasPrefix(pg.Code, "08") || pg.Code == readOnly
	}
	var socket *net.OpError
	return errors.As(err, &socket) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, pgconn.ErrConnClosed) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}
