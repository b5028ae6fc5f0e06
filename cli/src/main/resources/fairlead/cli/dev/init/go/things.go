package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"
)

// All of them, in a folder.
type things struct {
	folder string
}

// A file holds the properties, and beside them the token of the request that made it: by the token, a create that is
// repeated because its answer was lost is told from one that meets somebody else's @thing@.
type content struct {
	Token      string `json:"token"`
	Properties model  `json:"properties"`
}

func (t things) create(wanted model, token string) (model, error) {
	wanted.MadeAt = time.Now().UTC().Format(time.RFC3339Nano)
	fresh, err := t.write(content{token, wanted})
	if err != nil {
		return model{}, err
	}
	defer os.Remove(fresh)
	// A link is made by one of many at once, and the others learn that it is there.
	err = os.Link(fresh, t.file(wanted.Name))
	if err == nil || !errors.Is(err, fs.ErrExist) {
		return wanted, err
	}
	there, err := t.load(wanted.Name)
	if err == nil && there.Token != token {
		return model{}, errAlreadyExists
	}
	return there.Properties, err
}

func (t things) update(wanted model) (model, error) {
	there, err := t.load(wanted.Name)
	if err != nil {
		return model{}, err
	}
	wanted.MadeAt = there.Properties.MadeAt
	fresh, err := t.write(content{there.Token, wanted})
	if err != nil {
		return model{}, err
	}
	return wanted, os.Rename(fresh, t.file(wanted.Name))
}

func (t things) remove(name string) error {
	return os.Remove(t.file(name))
}

// A page begins behind the name that is its token.
func (t things) page(token *string, limit int) progress {
	if limit < 1 {
		limit = 100
	}
	files, err := os.ReadDir(t.folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return failed(err)
	}
	var names []string
	for _, file := range files {
		name, found := strings.CutSuffix(file.Name(), ".json")
		if found && (token == nil || name > *token) {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	answer := progress{Status: "SUCCESS", ResourceModels: []identifier{}}
	for i, name := range names {
		if i == limit {
			answer.NextToken = names[i-1]
			break
		}
		answer.ResourceModels = append(answer.ResourceModels, identifier{name})
	}
	return answer
}

// The schema's pattern keeps everything out of a name that means something in a path.
func (t things) file(name string) string {
	return filepath.Join(t.folder, name+".json")
}

func (t things) load(name string) (content, error) {
	var there content
	bytes, err := os.ReadFile(t.file(name))
	if err == nil {
		err = json.Unmarshal(bytes, &there)
	}
	return there, err
}

// Writes a whole new file beside the one that it will become, so that nobody ever reads half of one.
func (t things) write(c content) (string, error) {
	if err := os.MkdirAll(t.folder, 0o755); err != nil {
		return "", err
	}
	file, err := os.CreateTemp(t.folder, "new")
	if err != nil {
		return "", err
	}
	err = json.NewEncoder(file).Encode(c)
	return file.Name(), errors.Join(err, file.Close())
}
