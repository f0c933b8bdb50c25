package chat_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/gateway/chat"
)

const token = "an administrator's token"

// chatwoot is a local server with contacts by identifier. Like Chatwoot, it returns up to 15 contacts per page.
type chatwoot struct {
	*httptest.Server
	mu       sync.Mutex
	contacts map[int64]string
	// names are the names by which people call themselves in the chat.
	names map[int64]string
	// refuses is the status of the response to every deletion, or 0 for success.
	refuses int
}

func serve(t *testing.T, identifiers ...string) *chatwoot {
	t.Helper()
	c := &chatwoot{contacts: map[int64]string{}, names: map[int64]string{}}
	for i, identifier := range identifiers {
		c.contacts[int64(i+1)] = identifier
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/accounts/3/contacts/search", func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		defer c.mu.Unlock()
		query := r.URL.Query()
		found := []map[string]any{}
		for _, id := range slices.Sorted(maps.Keys(c.contacts)) {
			if strings.Contains(c.contacts[id]+" "+c.names[id], query.Get("q")) {
				found = append(found, map[string]any{"id": id, "identifier": c.contacts[id], "name": c.names[id], "email": nil})
			}
		}
		page, _ := strconv.Atoi(query.Get("page"))
		from := min(15*(max(page, 1)-1), len(found))
		found = found[from:min(from+15, len(found))]
		_ = json.NewEncoder(w).Encode(map[string]any{"meta": map[string]any{"count": len(found)}, "payload": found})
	})
	mux.HandleFunc("DELETE /api/v1/accounts/3/contacts/{id}", func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		defer c.mu.Unlock()
		id, _ := strconv.ParseInt(r.PathValue("id"), 10, 64)
		if c.refuses != 0 {
			w.WriteHeader(c.refuses)
			return
		}
		delete(c.contacts, id)
	})
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Api_access_token") != token {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(c.Close)
	return c
}

func (c *chatwoot) left() (all []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, identifier := range c.contacts {
		all = append(all, identifier)
	}
	return all
}

func TestForgetDeletesAllContactsOfAMember(t *testing.T) {
	t.Parallel()
	who, other := uuid.New(), uuid.New()
	var names []string
	for range 20 {
		names = append(names, chat.Widget{}.Identify(chat.Borrower{Member: who, Device: uuid.New()}).Identifier)
	}
	names = append(names, who.String(), chat.Widget{}.Identify(chat.Borrower{Member: who, Identity: "proved"}).Identifier)
	others := []string{other.String() + ".proved", "of another house: " + who.String()}
	c := serve(t, append(names, others...)...)
	contacts := chat.NewChatwoot(c.URL+"/", "3", token)
	require.NoError(t, contacts.Forget(t.Context(), who))
	require.ElementsMatch(t, others, c.left())
	require.NoError(t, contacts.Forget(t.Context(), who), "a repeated call without contacts succeeds")
}

// Everyone may enter a name in the chat, also one that contains a member's id.
func TestForgetFindsAMemberBehindStrangersWithTheirIDAsName(t *testing.T) {
	t.Parallel()
	who := uuid.New()
	var strangers []string
	for i := range 40 {
		strangers = append(strangers, fmt.Sprintf("stranger %d", i))
	}
	c := serve(t, append(slices.Clone(strangers), who.String()+".proved")...)
	for i := range strangers {
		c.names[int64(i+1)] = "I am " + who.String()
	}
	require.NoError(t, chat.NewChatwoot(c.URL, "3", token).Forget(t.Context(), who))
	require.ElementsMatch(t, strangers, c.left())
}

func TestForgetFailsIfThereAreTooManyResultsToSearchThem(t *testing.T) {
	t.Parallel()
	who := uuid.New()
	c := serve(t, who.String()+".proved")
	for i := range int64(4000) {
		c.contacts[i+2], c.names[i+2] = "a stranger", who.String()
	}
	require.ErrorContains(t, chat.NewChatwoot(c.URL, "3", token).Forget(t.Context(), who), "too many")
	require.Len(t, c.left(), 4000, "what was found is deleted")
}

func TestForgetCanBeRetriedAfterAFailure(t *testing.T) {
	t.Parallel()
	who := uuid.New()
	c := serve(t, who.String()+".proved")
	contacts := chat.NewChatwoot(c.URL, "3", token)
	c.refuses = http.StatusUnprocessableEntity // Chatwoot's response if the contact has the chat open
	require.ErrorContains(t, contacts.Forget(t.Context(), who), "422")
	c.refuses = http.StatusNotFound // the contact was deleted concurrently
	c.contacts = map[int64]string{1: who.String()}
	require.Error(t, contacts.Forget(t.Context(), who), "a contact that stays in the search results is an error")
	c.refuses = 0
	require.NoError(t, contacts.Forget(t.Context(), who))
	require.Empty(t, c.left())

	err := chat.NewChatwoot(c.URL, "3", "an old token").Forget(t.Context(), who)
	require.ErrorContains(t, err, "401")
	c.Close()
	err = contacts.Forget(t.Context(), who)
	require.Error(t, err)
	require.NotContains(t, err.Error(), who.String(), "the error does not contain the member id")
}
