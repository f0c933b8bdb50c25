package contracttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"pgregory.net/rapid"
)

// Request is a generated request. The sender adds the session, or the signature of a callback.
type Request struct {
	Call   Call
	Path   string
	Header http.Header
	Body   []byte
	params map[string]string
}

// String formats the request for failures.
func (r Request) String() string {
	body := string(r.Body)
	if len(body) > 2000 {
		body = body[:2000] + "..."
	}
	return fmt.Sprintf("%s %s %v\n%s", r.Call.Method, r.Path, r.Header, body)
}

// DrawCall draws an operation, uniformly distributed; rapid's own choices prefer the first.
func DrawCall(t *rapid.T, calls []Call) Call {
	n := 0
	for range 10 {
		n *= 2
		if rapid.Bool().Draw(t, "call") {
			n++
		}
	}
	return calls[n%len(calls)]
}

// String returns the name of the operation for failures.
func (c Call) String() string { return c.ID }

// DrawRequest draws a request of an operation. picture is a file that the product accepts.
func DrawRequest(t *rapid.T, call Call, known Known, picture []byte) Request {
	r := Request{Call: call, Header: http.Header{}, params: map[string]string{}}
	spoilt := rapid.SampledFrom([]string{"", "", "body", "parameter", "media type"}).Draw(t, "spoilt")
	r.parameters(t, known, spoilt == "parameter")
	if schema := call.route.body("application/json"); schema != nil {
		r.json(t, schema, known, spoilt)
	}
	if schema := call.route.body("multipart/form-data"); schema != nil {
		r.form(t, schema, known, spoilt, picture)
	}
	if spoilt == "media type" {
		r.Header.Set("Content-Type", rapid.SampledFrom([]string{
			"", "text/plain", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded", "application/json; charset=utf-16",
			"application/json;", "multipart/form-data", "application/xml", "*/*", ";;",
		}).Draw(t, "media type"))
	}
	return r
}

func (r *Request) json(t *rapid.T, schema *openapi3.Schema, known Known, spoilt string) {
	r.Header.Set("Content-Type", "application/json")
	body := value(t, schema, "body", known)
	if spoilt == "body" {
		body = spoil(t, body)
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(body) == nil {
		r.Body = bytes.TrimSpace(out.Bytes())
	}
	if spoilt == "body" && one(t, 6) {
		r.Body = tear(t, r.Body)
	}
}

// tear corrupts the text of a body.
func tear(t *rapid.T, body []byte) []byte {
	at := rapid.IntRange(0, len(body)).Draw(t, "at")
	piece := rapid.SampledFrom([]string{"", "{", "\xff", "\x00", `,"a":1`, "//", "[[[["}).Draw(t, "piece")
	if one(t, 2) {
		return append(append(bytes.Clone(body[:at]), piece...), body[at:]...)
	}
	return append(bytes.Clone(body[:at]), piece...)
}

func (r *Request) form(t *rapid.T, schema *openapi3.Schema, known Known, spoilt string, picture []byte) {
	var out bytes.Buffer
	writer := multipart.NewWriter(&out)
	_ = writer.SetBoundary("generated")
	for _, name := range sortedNames(schema.Properties) {
		if spoilt == "body" && one(t, 4) {
			continue
		}
		r.part(t, writer, name, schema.Properties[name].Value, known, spoilt, picture)
	}
	if spoilt == "body" && one(t, 4) {
		_ = writer.WriteField(rapid.SampledFrom([]string{"kind", "memberId", "", "file"}).Draw(t, "more"), "x")
	}
	_ = writer.Close()
	r.Body = out.Bytes()
	if spoilt == "body" && one(t, 4) {
		r.Body = tear(t, r.Body)
	}
	r.Header.Set("Content-Type", writer.FormDataContentType())
}

func (r *Request) part(t *rapid.T, writer *multipart.Writer, name string, s *openapi3.Schema, known Known, spoilt string, picture []byte) {
	times := 1
	if s.Type.Is("array") {
		times, s = rapid.IntRange(int(s.MinItems), int(*s.MaxItems)).Draw(t, "times"), s.Items.Value
	}
	for range times {
		if s.Format != "binary" {
			written := value(t, s, name, known)
			if spoilt == "body" {
				written = spoil(t, written)
			}
			_ = writer.WriteField(name, fmt.Sprint(written))
			continue
		}
		file := rapid.SampledFrom([]string{"../../a.jpg", "a.html", "\u202egpj.a"}).Draw(t, "file name")
		part, err := writer.CreateFormFile(name, file)
		if err != nil {
			continue
		}
		content := picture
		if spoilt == "body" {
			content = rapid.SampledFrom([][]byte{nil, []byte("<svg onload=alert(1)>"), picture[:len(picture)/2], []byte("\xff\xd8\xff\xe0")}).Draw(t, "content")
		}
		_, _ = part.Write(content)
	}
}

// parameters fills in path, query and headers.
func (r *Request) parameters(t *rapid.T, known Known, spoilt bool) {
	path, query := r.Call.Path, url.Values{}
	for _, one := range r.Call.route.op.Parameters {
		parameter := one.Value
		drawn := r.parameter(t, parameter, known, spoilt)
		switch parameter.In {
		case openapi3.ParameterInPath:
			if drawn == "" || drawn == "." || drawn == ".." {
				drawn = "x"
			}
			r.params[parameter.Name] = drawn
			path = strings.ReplaceAll(path, "{"+parameter.Name+"}", url.PathEscape(drawn))
		case openapi3.ParameterInQuery:
			if parameter.Required || (drawn != "" && rapid.Bool().Draw(t, "asked")) {
				query.Set(parameter.Name, drawn)
			}
		case openapi3.ParameterInHeader:
			if sendable(drawn) && (parameter.Required || rapid.Bool().Draw(t, "sent")) {
				r.Header.Set(parameter.Name, drawn)
			}
		}
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	r.Path = path
}

func (r *Request) parameter(t *rapid.T, p *openapi3.Parameter, known Known, spoilt bool) string {
	switch p.Name {
	case "Accept-Language":
		if !spoilt {
			return rapid.SampledFrom([]string{"vi", "en", "th", "cn", "zh-CN,zh;q=0.9", "de"}).Draw(t, p.Name)
		}
	case "Idempotency-Key":
		if !spoilt {
			return rapid.StringMatching(`[!-~]{8,128}`).Draw(t, p.Name)
		}
	case "channel":
		known = Known{"channel": {"vinaphone", "mobifone", "viettel", "nobody"}}
	}
	drawn := value(t, p.Schema.Value, p.Name, known)
	if spoilt && !one(t, 3) {
		drawn = spoil(t, drawn)
	}
	return fmt.Sprint(drawn)
}

// SetParam sets the path parameter of a callback, which names the sender.
func (r *Request) SetParam(value string) {
	for name := range r.params {
		r.params[name] = value
		r.Path = strings.ReplaceAll(r.Call.Path, "{"+name+"}", url.PathEscape(value))
	}
}

// sendable reports whether a text can be sent in a header. An empty one counts as absent, like an empty query parameter.
func sendable(text string) bool {
	return text != "" && text == strings.TrimSpace(text) && !strings.ContainsFunc(text, func(c rune) bool { return c < ' ' || c == 0x7f })
}
