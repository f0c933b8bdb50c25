package ops

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

type appCommands struct {
	Upload appUpload `cmd:"" help:"Upload a signed APK to the object store. The landing page offers it for download, unless androidDownloadUrl names an app store."`
	List   appList   `cmd:"" help:"List the APK of each product."`
}

type appUpload struct {
	File       string `arg:"" type:"existingfile" help:"Path of the signed APK."`
	Product    string `required:"" help:"Product ID, for example 20005."`
	AppVersion string `required:"" help:"Version of the APK, for example 1.2.3."`
	AllowOlder bool   `help:"Allow replacing a newer version."`
}

// Run uploads an APK. An older version replaces a newer one only on request.
func (f appUpload) Run(ctx context.Context, c *operator) error {
	version := appproduct.Version(f.AppVersion)
	if !version.Valid() {
		return fmt.Errorf("%q is not a version of the form 1.2.3", f.AppVersion)
	}
	if !slices.Contains(c.Products, f.Product) {
		return fmt.Errorf("this deployment does not serve product %s; PRODUCTS lists %v", f.Product, c.Products)
	}
	if err := checkAPK(f.File); err != nil {
		return err
	}
	if err := c.Files.Prepare(ctx); err != nil {
		return err
	}
	present, err := c.app(ctx, f.Product)
	if err != nil {
		return err
	}
	if present != nil && version.Before(appproduct.Version(present.Version)) && !f.AllowOlder {
		return fmt.Errorf("product %s already has the newer version %s; use --allow-older to replace it", f.Product, present.Version)
	}
	if err := c.Back.Note(ctx, c.actor, "app.upload", "product:"+f.Product+" "+f.AppVersion); err != nil {
		return err
	}
	file, err := os.Open(f.File)
	if err != nil {
		return err
	}
	defer file.Close()
	app, err := c.Files.PutApp(ctx, f.Product, f.AppVersion, file)
	if err != nil {
		return err
	}
	return c.done(map[string]any{"product": f.Product, "version": app.Version, "bytes": app.Size, "sha256": app.SHA256},
		"Product %s now offers version %s, %d bytes, SHA-256 %s", f.Product, app.Version, app.Size, app.SHA256)
}

// checkAPK checks that a file is an Android app. The phone verifies the signature.
func checkAPK(name string) error {
	archive, err := zip.OpenReader(name)
	if err != nil {
		return fmt.Errorf("%s is not an APK: %w", name, err)
	}
	defer archive.Close()
	for _, file := range archive.File {
		if file.Name == "AndroidManifest.xml" {
			return nil
		}
	}
	return fmt.Errorf("%s is not an APK: it has no AndroidManifest.xml", name)
}

type appList struct{}

// Run lists the APKs.
func (appList) Run(ctx context.Context, c *operator) error {
	t := columns("product", "version", "bytes", "sha256", "uploadedAt")
	for _, id := range c.Products {
		app, err := c.app(ctx, id)
		if err != nil {
			return err
		}
		if app != nil {
			t.add(id, app.Version, app.Size, app.SHA256, app.At)
		}
	}
	return c.print(t)
}

// app returns the APK of a product; nil if there is none.
func (c *operator) app(ctx context.Context, product string) (*media.App, error) {
	app, err := c.Files.FindApp(ctx, product)
	if errors.Is(err, reason.New(reason.NotFound)) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &app, nil
}
