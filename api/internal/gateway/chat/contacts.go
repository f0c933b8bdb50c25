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
	// timeout is the timeout of a call. Only background jobs wait for it.
	timeout = 10 * time.Second
	// maxAnswer is the maximum number of bytes read of a response.
	maxAnswer = 1 << 20
	// rounds is the maximum number of searches for one member. The last one must find nothing.
	rounds = 3
	// pages is the maximum number of pages of a search. A page has 15 contacts.
	pages = 200
)

// Contacts are the contacts stored in the chat.
type Contacts interface {
	// Forget deletes a member's contacts with their messages. It is no error if there are none. An error may be temporary: the
	// chat does not delete a contact who has it open.
	Forget(ctx context.Context, member uuid.UUID) error
}

// Chatwoot manages the contacts of a Chatwoot account through its application API.
type Chatwoot struct {
	contacts, token string
	client          *http.Client
}

// NewChatwoot returns the client for Chatwoot's URL, the account's number, and the access token of an administrator. Agents cannot
// delete contacts.
func NewChatwoot(base, account, token string) *Chatwoot {
	return &Chatwoot{
		contacts: strings.TrimRight(base, "/") + "/api/v1/accounts/" + url.PathEscape(account) + "/contacts", token: token, client: signed.Direct(timeout),
	}
}

// Forget deletes the contacts whose identifier belongs to the member.
func (c *Chatwoot) Forget(ctx context.Context, member uuid.UUID) error {
	for range rounds {
		found, failed := c.named(ctx, member)
		for _, id := range found {
			if err := c.delete(ctx, id); err != nil {
				return err
			}
		}
		if failed != nil || len(found) == 0 {
			return failed
		}
	}
	return errors.New("chat: contacts of the member are still found after deleting them")
}

// named returns the ids of a member's contacts. It reads all pages: the search also returns contacts who wrote the member's id
// into their own name, and enough of them fill the first page. They cannot be left out, so it checks the identifier.
// With an error, it returns those found so far.
func (c *Chatwoot) named(ctx context.Context, member uuid.UUID) (ids []int64, err error) {
	for number := range pages {
		found, err := c.search(ctx, member, number+1)
		if err != nil || len(found) == 0 {
			return ids, err
		}
		for _, contact := range found {
			if contact.Identifier == member.String() || strings.HasPrefix(contact.Identifier, member.String()+".") {
				ids = append(ids, contact.ID)
			}
		}
	}
	return ids, errors.New("chat: the search for a member has too many results")
}

// contact is a contact in a search response.
type contact struct {
	ID         int64  `json:"id"`
	Identifier string `json:"identifier"`
}

// search returns a page of the contacts that contain a member's id, or none after the last page. The oldest come first, so that
// a new contact does not move others to a page that was already read.
func (c *Chatwoot) search(ctx context.Context, member uuid.UUID, number int) ([]contact, error) {
	status, raw, err := c.call(ctx, http.MethodGet, "/search?q="+member.String()+"&sort=created_at&page="+strconv.Itoa(number))
	if err != nil {
		return nil, err
	}
	if status != http.StatusOK {
		return nil, fmt.Errorf("chat: the search responded with status %d", status)
	}
	var answer struct {
		Payload *[]contact `json:"payload"`
	}
	if json.Unmarshal(raw, &answer) != nil || answer.Payload == nil {
		return nil, errors.New("chat: the search response has an unexpected format")
	}
	return *answer.Payload, nil
}

func (c *Chatwoot) delete(ctx context.Context, id int64) error {
	status, _, err := c.call(ctx, http.MethodDelete, "/"+strconv.FormatInt(id, 10))
	if err != nil {
		return err
	}
	if status/100 != 2 && status != http.StatusNotFound {
		return fmt.Errorf("chat: deleting a contact responded with status %d", status)
	}
	return nil
}

// call sends a request to the API. Its errors contain no URL, because that contains the member's id.
func (c *Chatwoot) call(ctx context.Context, method, path string) (status int, answer []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, method, c.contacts+path, nil)
	if err != nil {
		return 0, nil, errors.New("chat: the address is not a URL")
	}
	request.Header.Set("Api_access_token", c.token)
	response, err := c.client.Do(request)
	if err != nil {
		var wrapped *url.Error
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		return 0, nil, fmt.Errorf("chat: no response: %w", err)
	}
	defer response.Body.Close()
	answer, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return 0, nil, fmt.Errorf("chat: incomplete response: %w", err)
	}
	return response.StatusCode, answer, nil
}
