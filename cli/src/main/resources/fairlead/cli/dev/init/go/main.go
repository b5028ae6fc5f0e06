// Keeps each @thing@ in a file. Replace the files by what you really manage.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net/http"
	"os"
)

// A request of the CloudFormation protocol, as far as it is needed here.
type request struct {
	Action      string  `json:"action"`
	BearerToken string  `json:"bearerToken"`
	NextToken   *string `json:"nextToken"`
	MaxResults  int     `json:"maxResults"`
	RequestData struct {
		ResourceProperties model `json:"resourceProperties"`
		TypeConfiguration  struct {
			Folder string `json:"Folder"`
		} `json:"typeConfiguration"`
	} `json:"requestData"`
}

type model struct {
	Name   string `json:"Name"`
	Note   string `json:"Note,omitempty"`
	Size   int    `json:"Size,omitempty"`
	MadeAt string `json:"MadeAt,omitempty"`
}

type identifier struct {
	Name string `json:"Name"`
}

// What the handler contract calls a progress event.
type progress struct {
	Status         string       `json:"status"`
	ErrorCode      string       `json:"errorCode,omitempty"`
	Message        string       `json:"message,omitempty"`
	ResourceModel  *model       `json:"resourceModel,omitempty"`
	ResourceModels []identifier `json:"resourceModels"`
	NextToken      string       `json:"nextToken,omitempty"`
}

var (
	errNotFound      = errors.New("There is no @thing@ of that name.")
	errAlreadyExists = errors.New("There is a @thing@ of that name already.")
)

func answer(r request) progress {
	folder := r.RequestData.TypeConfiguration.Folder
	if folder == "" {
		folder = os.Getenv("HOME") + "/@file@"
	}
	things := things{folder}
	wanted := r.RequestData.ResourceProperties
	switch r.Action {
	case "CREATE":
		return done(things.create(wanted, r.BearerToken))
	case "READ":
		there, err := things.load(wanted.Name)
		return done(there.Properties, err)
	case "UPDATE":
		return done(things.update(wanted))
	case "DELETE":
		if err := things.remove(wanted.Name); err != nil {
			return failed(err)
		}
		return progress{Status: "SUCCESS"}
	case "LIST":
		return things.page(r.NextToken, r.MaxResults)
	}
	return progress{Status: "FAILED", ErrorCode: "InvalidRequest", Message: "There is no action " + r.Action + "."}
}

func done(m model, err error) progress {
	if err != nil {
		return failed(err)
	}
	return progress{Status: "SUCCESS", ResourceModel: &m}
}

func failed(err error) progress {
	// A full disk may be emptied: with this code, Fairlead tries again.
	code := "ServiceInternalError"
	switch {
	case errors.Is(err, errNotFound), errors.Is(err, fs.ErrNotExist):
		code, err = "NotFound", errNotFound
	case errors.Is(err, errAlreadyExists):
		code = "AlreadyExists"
	}
	return progress{Status: "FAILED", ErrorCode: code, Message: err.Error()}
}

// Asks the Lambda Runtime API for one request after the other, until it is gone.
func main() {
	api := "http://" + os.Getenv("AWS_LAMBDA_RUNTIME_API") + "/2018-06-01/runtime/invocation/"
	for {
		next, err := http.Get(api + "next")
		if err != nil {
			log.Fatal(err)
		}
		var r request
		err = json.NewDecoder(next.Body).Decode(&r)
		next.Body.Close()
		where := api + next.Header.Get("Lambda-Runtime-Aws-Request-Id")
		if err != nil {
			post(where+"/error", map[string]string{"errorType": "BadRequest", "errorMessage": fmt.Sprint(err)})
			continue
		}
		post(where+"/response", answer(r))
	}
}

func post(url string, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		log.Fatal(err)
	}
	response, err := http.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	io.Copy(io.Discard, response.Body)
	response.Body.Close()
}
