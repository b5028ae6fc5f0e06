// The Azure SDK for Go against a server: main URL. One line for each check that holds; the first that does not ends it.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/arm"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/cloud"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/resourcemanager/resources/armresources"
)

const (
	subscription = "00000000-0000-0000-0000-000000000000"
	version      = "2026-11-01"
)

var (
	all     = context.Background()
	polling = &runtime.PollUntilDoneOptions{Frequency: time.Second}
)

// A credential whose token is taken unread.
type anyone struct{}

func (anyone) GetToken(context.Context, policy.TokenRequestOptions) (azcore.AccessToken, error) {
	return azcore.AccessToken{Token: "token", ExpiresOn: time.Now().Add(time.Hour)}, nil
}

func check(name string, holds bool) {
	if !holds {
		fmt.Println("FAIL " + name)
		os.Exit(1)
	}
	fmt.Println("ok " + name)
}

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Println("FAIL", err)
		os.Exit(1)
	}
	return value
}

func refused(status int, err error) *azcore.ResponseError {
	var response *azcore.ResponseError
	if !errors.As(err, &response) || response.StatusCode != status {
		fmt.Println("FAIL not refused with", status, err)
		os.Exit(1)
	}
	return response
}

func thing(name string) string {
	return "/subscriptions/" + subscription + "/resourceGroups/gosdk/providers/Fairlead.Lab/things/" + name
}

func main() {
	url := os.Args[1]
	options := &arm.ClientOptions{ClientOptions: policy.ClientOptions{
		InsecureAllowCredentialWithHTTP: true,
		Cloud: cloud.Configuration{Services: map[cloud.ServiceName]cloud.ServiceConfiguration{
			cloud.ResourceManager: {Endpoint: url, Audience: url}}},
		Retry: policy.RetryOptions{MaxRetries: -1},
	}, DisableRPRegistration: true}
	groups := must(armresources.NewResourceGroupsClient(subscription, anyone{}, options))
	resources := must(armresources.NewClient(subscription, anyone{}, options))

	begin := func(name string, properties map[string]any) (*runtime.Poller[armresources.ClientCreateOrUpdateByIDResponse], error) {
		return resources.BeginCreateOrUpdateByID(all, thing(name), version, armresources.GenericResource{
			Location: to.Ptr("local"), Properties: properties}, nil)
	}
	put := func(name string, properties map[string]any) map[string]any {
		return must(must(begin(name, properties)).PollUntilDone(all, polling)).Properties.(map[string]any)
	}

	must(groups.CreateOrUpdate(all, "gosdk", armresources.ResourceGroup{Location: to.Ptr("local")}, nil))
	check("a group is made", must(groups.CheckExistence(all, "gosdk", nil)).Success)
	check("another is not there", !must(groups.CheckExistence(all, "none", nil)).Success)
	check("a create that ends at once", put("now", map[string]any{"Text": "a"})["Text"] == "a")
	slow := must(begin("slow", map[string]any{"Text": "b", "CreateSteps": 2, "StepDelaySeconds": 1}))
	check("a create that goes on", !slow.Done())
	ended := must(slow.PollUntilDone(all, polling)).Properties.(map[string]any)
	check("it is followed to its end", ended["provisioningState"] == "Succeeded")
	update := must(resources.BeginUpdateByID(all, thing("now"), version,
		armresources.GenericResource{Tags: map[string]*string{"k": to.Ptr("v")}}, nil))
	check("a patch of tags", *must(update.PollUntilDone(all, polling)).Tags["k"] == "v")

	for number := 1; number <= 5; number++ {
		put(fmt.Sprintf("many-%d", number), map[string]any{"Text": "c"})
	}
	var names []string
	for pager := resources.NewListByResourceGroupPager("gosdk", &armresources.ClientListByResourceGroupOptions{Top: to.Ptr[int32](2)}); pager.More(); {
		for _, one := range must(pager.NextPage(all)).Value {
			names = append(names, *one.Name)
		}
	}
	sort.Strings(names)
	check("a list of all pages", strings.Join(names, " ") == "many-1 many-2 many-3 many-4 many-5 now slow")

	_, err := begin("bad", map[string]any{"Number": "seven"})
	check("findings name what is wrong", strings.Contains(refused(400, err).Error(), "/Number"))
	_, err = resources.GetByID(all, thing("none"), version, nil)
	check("what is not there", refused(404, err).ErrorCode == "ResourceNotFound")
	must(must(resources.BeginDeleteByID(all, thing("now"), version, nil)).PollUntilDone(all, polling))
	_, err = resources.GetByID(all, thing("now"), version, nil)
	check("a delete", refused(404, err) != nil)
	must(must(groups.BeginDelete(all, "gosdk", nil)).PollUntilDone(all, polling))
	check("a group goes with all that is in it", !must(groups.CheckExistence(all, "gosdk", nil)).Success)
}
