package api_test

import (
	"crypto/sha256"
	"net"
	"net/http"
	"testing"

	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
)

// floorRows is the number of borrowers and loans of the floor.
const floorRows = 100_000

// floorSQL creates and fills the tables of the floor. They have rows because a plan made for an empty table would be a
// sequential scan from then on, which would not be the minimum.
const floorSQL = `CREATE SCHEMA floor;
CREATE TABLE floor.member (id bigint PRIMARY KEY, phone text NOT NULL UNIQUE);
CREATE TABLE floor.session (token_hash bytea PRIMARY KEY, member_id bigint NOT NULL REFERENCES floor.member, expires_at timestamptz NOT NULL);
CREATE TABLE floor.loan (id bigint PRIMARY KEY, repaid bigint NOT NULL DEFAULT 0);
CREATE TABLE floor.tx (id bigserial PRIMARY KEY, loan_id bigint NOT NULL, key text NOT NULL UNIQUE, at timestamptz NOT NULL DEFAULT now());
CREATE TABLE floor.entry (id bigserial PRIMARY KEY, tx_id bigint NOT NULL REFERENCES floor.tx, account text NOT NULL, amount bigint NOT NULL);
INSERT INTO floor.member SELECT g, '0' || (320000000 + g) FROM generate_series(1, 100000) g;
INSERT INTO floor.session SELECT sha256(g::text::bytea), g, now() + interval '30 days' FROM generate_series(1, 100000) g;
INSERT INTO floor.loan SELECT g FROM generate_series(1, 100000) g;
INSERT INTO floor.tx (loan_id, key) SELECT g, 'before ' || g FROM generate_series(1, 100000) g;
INSERT INTO floor.entry (tx_id, account, amount) SELECT id, account, amount FROM floor.tx, (VALUES ('cash', 1), ('loan', -1)) AS line (account, amount);
GRANT USAGE ON SCHEMA floor TO PUBLIC;
GRANT ALL ON ALL TABLES IN SCHEMA floor TO PUBLIC;
GRANT ALL ON ALL SEQUENCES IN SCHEMA floor TO PUBLIC`

// floorPayment is the body of the floor's write.
type floorPayment struct {
	LoanID int64  `json:"loanId"`
	Key    string `json:"key"`
	Amount int64  `json:"amount"`
}

// startFloor serves the minimum that the framework and the driver can do: one look-up by a token, and two INSERTs and
// an UPDATE in one transaction.
func startFloor(t *testing.T, url string, conns int32) (base string) {
	t.Helper()
	config, err := pgxpool.ParseConfig(url)
	require.NoError(t, err)
	config.MaxConns = conns
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	app := fiber.New()
	app.Post("/read", func(c fiber.Ctx) error {
		hash := sha256.Sum256([]byte(c.Get("token")))
		var m struct {
			MemberID int64  `json:"memberId"`
			Phone    string `json:"phone"`
		}
		const query = `SELECT m.id, m.phone FROM floor.session s JOIN floor.member m ON m.id = s.member_id WHERE s.token_hash = $1 AND s.expires_at > now()`
		if err := pool.QueryRow(c, query, hash[:]).Scan(&m.MemberID, &m.Phone); err != nil {
			return c.SendStatus(http.StatusUnauthorized)
		}
		return c.JSON(m)
	})
	app.Post("/write", func(c fiber.Ctx) error {
		var in floorPayment
		if err := c.Bind().JSON(&in); err != nil {
			return err
		}
		return pgx.BeginFunc(c, pool, func(tx pgx.Tx) error {
			var id int64
			if err := tx.QueryRow(c, `INSERT INTO floor.tx (loan_id, key) VALUES ($1, $2) RETURNING id`, in.LoanID, in.Key).Scan(&id); err != nil {
				return err
			}
			if _, err := tx.Exec(c, `INSERT INTO floor.entry (tx_id, account, amount) VALUES ($1, 'cash', $2), ($1, 'loan', -$2::bigint)`, id, in.Amount); err != nil {
				return err
			}
			_, err := tx.Exec(c, `UPDATE floor.loan SET repaid = repaid + $2 WHERE id = $1`, in.LoanID, in.Amount)
			return err
		})
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	served := make(chan error, 1)
	go func() { served <- app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true}) }()
	t.Cleanup(func() {
		require.NoError(t, app.Shutdown())
		require.NoError(t, <-served)
	})
	return "http://" + listener.Addr().String()
}
