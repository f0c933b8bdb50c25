// Package pages serves what browsers and phones request outside of the API: the built app, the landing page, the page for
// unsupported browsers, the Android app, and the files that link addresses to the native apps.
package pages

import (
	"github.com/loanmarket/loanmarket/api/internal/door/api"
	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
)

// Site serves what is no call: the built app, the landing page, and what the phone's system asks for. A page brings along
// what the app would otherwise ask the API for.
type Site struct {
	*api.API

	built    *Build
	landings *landings
	assets   maintenance.Assets
	old      oldAssets
	// filesKept is closed when the other processes can be asked for the files of this build, or the store had its chance.
	filesKept chan struct{}
}

// Register serves the pages. It comes last: what no call and no page answers is looked for among the files. assets keep
// the files of each build for the pages that were opened before the next one.
func Register(a *api.API, app *Build, assets maintenance.Assets) (*Site, error) {
	landings, err := loadLandings(app)
	if err != nil {
		return nil, err
	}
	s := &Site{API: a, built: app, landings: landings, assets: assets, filesKept: make(chan struct{})}
	s.OnServe(s.keepAssets)
	s.ReadyAfter(s.filesKept)
	s.nativeApp()
	s.pages()
	return s, nil
}
