package postgrestest

import (
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// Doubt is a connection to PostgreSQL on which the answer to a chosen transaction is lost after the server has committed it: the
// client cannot know whether it was.
type Doubt struct {
	listener net.Listener
	server   string

	mu   sync.Mutex
	tags []string
}

// OpenDoubt puts a proxy in front of the server of a database URL. It returns the URL to use instead; it is closed when the test ends.
func OpenDoubt(t testing.TB, database string) (*Doubt, string) {
	t.Helper()
	u, err := url.Parse(database)
	require.NoError(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	d := &Doubt{listener: listener, server: u.Host}
	var running sync.WaitGroup
	running.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			running.Go(func() { d.serve(client) })
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		running.Wait()
	})
	u.Host = listener.Addr().String()
	query := u.Query()
	query.Set("sslmode", "disable")
	u.RawQuery = query.Encode()
	return d, u.String()
}

// Lose loses the answer in which the server next reports a command as done ("COMMIT", "INSERT 0 1"), once per tag and in their order.
func (d *Doubt) Lose(tags ...string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tags = append(d.tags, tags...)
}

func (d *Doubt) serve(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", d.server)
	if err != nil {
		return
	}
	defer server.Close()
	var up sync.WaitGroup
	up.Go(func() {
		_, _ = io.Copy(server, client)
		_ = server.Close()
	})
	d.answer(client, server)
	_ = client.Close()
	up.Wait()
}

// answer copies the server's messages up to the one that is to be lost, and returns once the server has finished the transaction.
func (d *Doubt) answer(client io.Writer, server io.Reader) {
	const idle = "I"
	losing := false
	for {
		head := make([]byte, 5)
		if _, err := io.ReadFull(server, head); err != nil {
			return
		}
		content := make([]byte, binary.BigEndian.Uint32(head[1:])-4)
		if _, err := io.ReadFull(server, content); err != nil {
			return
		}
		switch head[0] {
		case 'C':
			losing = d.take(strings.TrimRight(string(content), "\x00")) || losing
		case 'Z':
			if losing && string(content) == idle {
				return
			}
		}
		if losing {
			continue
		}
		if _, err := client.Write(append(head, content...)); err != nil {
			return
		}
	}
}

// take reports whether the answer with a tag is to be lost.
func (d *Doubt) take(tag string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.tags) == 0 || d.tags[0] != tag {
		return false
	}
	d.tags = d.tags[1:]
	return true
}
