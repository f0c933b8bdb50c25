package chat

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/signed"
)

const (
	// timeout is how long the chat may take for a call; who is forgotten is a job, nobody waits for it.
	timeout = 10 * time.Second
	// maxAnswer bounds what is read of an answer.
	maxAnswer = 1 << 20
	// searches bounds how often more contacts are looked for: a page holds fifteen, and nobody has so many devices.
	searches = 20
)

// Contacts are the people whom the chat knows.
type Contacts interface {
	// Forget deletes whom a member was named as, with what they wrote. Nobody to be deleted is no error; an error may
	// pass: who has the chat open at the moment is not deleted.
	Forget(ctx context.Context, member uuid.UUID) error
}

// Chatwoot is the contacts of an account of Chatwoot, by its application API.
type Chatwoot struct {
	contacts, token string
	client          *http.Client
}

// NewChatwoot makes it of Chatwoot's address, the number of the account, and the access token of one of its
// administrators: agents delete nobody.
func NewChatwoot(base, account, token string) *Chatwoot {
	return &Chatwoot{
		contacts: strings.TrimRight(base, "/") + "/api/v1/accounts/" + url.PathEscape(account) + "/contacts", token: token, client: signed.Direct(timeout),
	}
}

// Forget finds the contacts whose identifier begins with the member, and deletes each.
func (c *Chatwoot) Forget(ctx context.Context, member uuid.UUID) error {
	for range searches {
		found, err := c.named(ctx, member)
		if err != nil || len(found) == 0 {
			return err
		}
		for _, id := range found {
			if err := c.delete(ctx, id); err != nil {
				return err
			}
		}
	}
	return errors.New("chat: there are more and more contacts of one member")
}

// named lists contacts of a member, not all of them where there are many. The search also finds who wrote the member's
// id into their own name.
func (c *Chatwoot) named(ctx context.Context, member uuid.UUID) (ids []int64, err error) {
	status, raw, err := c.call(ctx, http.MethodGet, "/search?q="+member.String())
	if err != nil {
		return nil, err
	}
	if status != http.StatusOK {
		return nil, fmt.Errorf("chat: the search answers %d", status)
	}
	var answer struct {
		Payload *[]struct {
			ID         int64  `json:"id"`
			Identifier string `json:"identifier"`
		} `json:"payload"`
	}
	if json.Unmarshal(raw, &answer) != nil || answer.Payload == nil {
		return nil, errors.New("chat: the search answers in another form")
	}
	for _, contact := range *answer.Payload {
		if contact.Identifier == member.String() || strings.HasPrefix(contact.Identifier, member.String()+".") {
			ids = append(ids, contact.ID)
		}
	}
	return ids, nil
}

func (c *Chatwoot) delete(ctx context.Context, id int64) error {
	status, _, err := c.call(ctx, http.MethodDelete, "/"+strconv.FormatInt(id, 10))
	if err != nil {
		return err
	}
	if status/100 != 2 && status != http.StatusNotFound {
		return fmt.Errorf("chat: deleting a contact answers %d", status)
	}
	return nil
}

// call asks the API. What it says of a failure names no address: it holds the member.
func (c *Chatwoot) call(ctx context.Context, method, path string) (status int, answer []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, method, c.contacts+path, nil)
	if err != nil {
		return 0, nil, errors.New("chat: the address is no URL")
	}
	request.Header.Set("Api_access_token", c.token)
	response, err := c.client.Do(request)
	if err != nil {
		var wrapped *url.Error
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		return 0, nil, fmt.Errorf("chat: it does not answer: %w", err)
	}
	defer response.Body.Close()
	answer, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return 0, nil, fmt.Errorf("chat: it does not end its answer: %w", err)
	}
	return response.StatusCode, answer, nil
}
