package pages

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"os"
	"path"
	"regexp"
	"strings"
)

// page is a file of the built app, held in memory with its compressed copies.
type page struct {
	mime    string
	etag    string
	plain   []byte
	br      []byte
	gz      []byte
	scripts []string // CSP hashes of the inline scripts of an HTML page
}

// Build is the built app.
type Build struct {
	files     map[string]*page // by URL path, "/assets/index-abc.js"
	manifests map[variant]manifest
	bootCache pageCache
	version   string
}

const (
	// legacyFolder contains the pages of the legacy build. Its assets are in the common folder.
	legacyFolder = "/legacy"
	appPage      = "/index.html"
	landingPage  = "/landing.html"
	versionPage  = "/version.json"
	assets       = "/assets/"
)

// Load reads the built app from a folder. An empty folder name means that the app was not built; the API works without
// it. A folder without an app is a configuration error and fails here, before borrowers notice it.
func Load(folder string) (*Build, error) {
	s := &Build{files: map[string]*page{}, manifests: map[variant]manifest{}}
	if folder == "" {
		return s, nil
	}
	root := os.DirFS(folder)
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		return s.add(root, name)
	})
	if err == nil && s.files[appPage] == nil {
		err = errors.New("there is no index.html")
	}
	if err != nil {
		return nil, fmt.Errorf("APP_DIR: the built app in %s: %w", folder, err)
	}
	for b, name := range map[variant]string{modernBuild: ".vite/manifest.json", legacyBuild: "legacy/.vite/manifest.json"} {
		if s.manifests[b], err = loadManifest(root, name); err != nil {
			return nil, err
		}
	}
	return s, s.readVersion()
}

func (b *Build) add(root fs.FS, name string) error {
	if ext := path.Ext(name); ext == ".br" || ext == ".gz" || strings.Contains("/"+name, "/.") {
		return nil
	}
	plain, err := fs.ReadFile(root, name)
	if err != nil {
		return err
	}
	p := &page{mime: mediaType(name), plain: plain, etag: etag(plain)}
	if strings.HasSuffix(name, ".html") {
		p.scripts = inlineScripts(plain)
	}
	if p.br, err = compressedCopy(root, name+".br"); err != nil {
		return err
	}
	if p.gz, err = compressedCopy(root, name+".gz"); err != nil {
		return err
	}
	b.files["/"+name] = p
	return nil
}

// compressedCopy reads a compressed copy; nil if there is none.
func compressedCopy(root fs.FS, name string) ([]byte, error) {
	content, err := fs.ReadFile(root, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return content, err
}

// Version returns the version of the served build; empty if there is none.
func (b *Build) Version() string { return b.version }

func (b *Build) readVersion() error {
	file := b.files[versionPage]
	if file == nil {
		return nil
	}
	var content struct {
		Version string `json:"version"`
	}
	if err := json.Unmarshal(file.plain, &content); err != nil {
		return fmt.Errorf("version.json of the built app: %w", err)
	}
	b.version = content.Version
	return nil
}

func mediaType(name string) string {
	switch ext := path.Ext(name); ext {
	case ".webmanifest":
		return "application/manifest+json"
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".woff2":
		return "font/woff2"
	default:
		if known := mime.TypeByExtension(ext); known != "" {
			return known
		}
		return "application/octet-stream"
	}
}

func etag(content []byte) string {
	sum := sha256.Sum256(content)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

var (
	inlineScript = regexp.MustCompile(`(?s)<script([^>]*)>(.*?)</script>`)
	// It must not match data-src, which the legacy build's own script has.
	sourced = regexp.MustCompile(`(?:^|\s)src=`)
)

// inlineScripts returns the CSP sources of the inline scripts of a page.
func inlineScripts(html []byte) []string {
	var sources []string
	for _, found := range inlineScript.FindAllSubmatch(html, -1) {
		if len(found[2]) == 0 || sourced.Match(found[1]) {
			continue
		}
		sum := sha256.Sum256(found[2])
		sources = append(sources, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	return sources
}
