package region

import (
	"fmt"
	"strings"
	"sync"
)

// Area is an administrative area with its official code and its local name.
type Area struct {
	Code string
	Name string
	// Leaf reports whether the area has no sub-areas.
	Leaf bool
}

// areaIndex holds a region's areas; it is read on first use.
type areaIndex struct {
	children map[string][]Area
	parent   map[string]string
	name     map[string]string
}

// Areas returns the areas directly below parent, in the order of the file. An empty parent gives the widest level, an unknown
// one nothing.
func (r *Region) Areas(parent string) []Area { return r.areas().children[parent] }

// AreaPath returns the names along a path of codes, widest first, and whether the path is complete: each area is in the one
// before it and the last one has no sub-areas.
func (r *Region) AreaPath(codes []string) (names []string, whole bool) {
	index := r.areas()
	above := ""
	for _, code := range codes {
		name, known := index.name[code]
		if !known || index.parent[code] != above {
			return names, false
		}
		names, above = append(names, name), code
	}
	return names, above != "" && len(index.children[above]) == 0
}

func lazyAreas(code string) func() *areaIndex {
	return sync.OnceValue(func() *areaIndex {
		index, err := readAreas(code)
		if err != nil {
			panic(fmt.Sprintf("region: areas of %s: %v", code, err))
		}
		return index
	})
}

func readAreas(code string) (*areaIndex, error) {
	raw, err := data.ReadFile("data/areas/" + code + ".tsv")
	if err != nil {
		return nil, err
	}
	index := &areaIndex{children: map[string][]Area{}, parent: map[string]string{}, name: map[string]string{}}
	for line := range strings.Lines(string(raw)) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 3 || fields[0] == "" || fields[2] == "" {
			return nil, fmt.Errorf("line %q is not code, parent, name", line)
		}
		area, above := Area{Code: fields[0], Name: fields[2]}, fields[1]
		if _, twice := index.name[area.Code]; twice {
			return nil, fmt.Errorf("code %s is listed twice", area.Code)
		}
		if _, known := index.name[above]; above != "" && !known {
			return nil, fmt.Errorf("%s has the unknown parent %s", area.Code, above)
		}
		index.name[area.Code], index.parent[area.Code] = area.Name, above
		index.children[above] = append(index.children[above], area)
	}
	for _, siblings := range index.children {
		for i := range siblings {
			siblings[i].Leaf = len(index.children[siblings[i].Code]) == 0
		}
	}
	return index, nil
}
