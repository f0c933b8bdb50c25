package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"
)

// readyCommand requests /readyz from the process on this machine's port. It is for containers of ours, which contain no
// other program that could do that.
type readyCommand struct {
	Host string `env:"HOST" default:"0.0.0.0" help:"Address that the process serves on."`
	Port int    `env:"PORT" default:"8080" help:"Port that the process serves on."`
}

// Run fails unless the process reports that it is ready.
func (c readyCommand) Run(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	host := c.Host
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	url := "http://" + net.JoinHostPort(host, strconv.Itoa(c.Port)) + "/readyz"
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", url, answer.Status)
	}
	return nil
}
