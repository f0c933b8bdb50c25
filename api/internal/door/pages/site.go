// Package pages serves what people open and what their phones request: the built app, the landing page, the page for
// browsers that can run neither, the Android app, and the files that associate links with the apps.
package pages

import (
	"github.com/loanmarket/loanmarket/api/internal/door/api"
	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
)

// Site serves everything that is not a call: the built app, the landing page, and what the phone's operating system
// requests. A page contains data that the app would otherwise request from the API.
type Site struct {
	*api.API

	built    *Build
	landings *landings
	assets   maintenance.Assets
	old      oldAssets
	// filesKept is closed when other processes can serve the files of this build, or after the first try to store them.
	filesKept chan struct{}
}

// Register registers the pages. It must come last, because unmatched addresses are looked up among the files. assets
// stores the files of each build for pages that are still open after the next deploy.
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
