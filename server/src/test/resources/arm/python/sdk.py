"""The Azure SDK for Python against a server: sdk.py URL. One line for each check that holds; the first that does not ends it."""
import sys
import time

from azure.core.credentials import AccessToken
from azure.core.exceptions import HttpResponseError, ResourceNotFoundError
from azure.mgmt.resource.resources import ResourceManagementClient
from azure.mgmt.resource.deploymentstacks import DeploymentStacksClient
from azure.mgmt.resource.locks import ManagementLockClient
from azure.mgmt.resource.subscriptions import SubscriptionClient

URL = sys.argv[1]
SUBSCRIPTION = "00000000-0000-0000-0000-000000000000"
API = "2026-11-01"
LAB = "Fairlead.Lab"


class Anyone:
    """A credential whose token is taken unread."""

    def get_token(self, *scopes, **options):
        return AccessToken("token", int(time.time()) + 3600)


def check(name, holds):
    if not holds:
        sys.exit("FAIL " + name)
    print("ok " + name)


def refused(status, call):
    try:
        call()
    except HttpResponseError as error:
        return error if error.status_code == status else sys.exit(f"status {error.status_code}: {error.message}")
    sys.exit(f"not refused with {status}")


options = {"base_url": URL, "credential_scopes": [URL + "/.default"]}
client = ResourceManagementClient(Anyone(), SUBSCRIPTION, **options)
groups, resources = client.resource_groups, client.resources


def thing(name, group="sdk"):
    return f"/subscriptions/{SUBSCRIPTION}/resourceGroups/{group}/providers/{LAB}/things/{name}"


def put(name, properties, **more):
    return resources.begin_create_or_update_by_id(
        thing(name), {"location": "local", "properties": properties, **more}, api_version=API, polling_interval=1)


check("subscriptions", SUBSCRIPTION in
      [one.subscription_id for one in SubscriptionClient(Anyone(), **options).subscriptions.list()])
check("a group is made", groups.create_or_update("sdk", {"location": "local", "tags": {"by": "sdk"}}).tags == {"by": "sdk"})
check("it exists", groups.check_existence("sdk"))
check("another does not", not groups.check_existence("none"))

made = put("now", {"Text": "a"}, tags={"k": "v"}).result()
check("a create that ends at once", made.properties["Text"] == "a" and made.tags == {"k": "v"})
slow = put("slow", {"Text": "b", "CreateSteps": 2, "StepDelaySeconds": 1})
check("a create that goes on", not slow.done())
check("it is followed to its end", slow.result().properties["provisioningState"] == "Succeeded")
again = put("slow", {"Text": "b", "CreateSteps": 2, "StepDelaySeconds": 1}).result()
check("the same again changes nothing", again.properties["Generation"] == slow.result().properties["Generation"])
changed = resources.begin_update_by_id(thing("now"), {"tags": {"k": "w"}}, api_version=API).result()
check("a patch of tags", changed.tags == {"k": "w"} and changed.properties["Text"] == "a")

for number in range(1, 6):
    put(f"many-{number}", {"Text": "c"}).result()
found = [one.name for one in resources.list_by_resource_group("sdk", top=2)]
check("a list of all pages", sorted(found) == ["many-1", "many-2", "many-3", "many-4", "many-5", "now", "slow"])
check("a resource exists", resources.check_existence_by_id(thing("now"), api_version=API))
check("a provider", LAB == client.providers.get(LAB).namespace)

error = refused(400, lambda: put("bad", {"Number": "seven"}))
check("findings name what is wrong", any("/Number" in (detail.target or "") for detail in error.error.details))
error = refused(404, lambda: resources.get_by_id(thing("none"), api_version=API))
check("what is not there", isinstance(error, ResourceNotFoundError) and error.error.code == "ResourceNotFound")

locks = ManagementLockClient(Anyone(), SUBSCRIPTION, **options).management_locks
locks.create_or_update_at_resource_group_level("sdk", "keep", {"level": "CanNotDelete"})
refused(409, lambda: resources.begin_delete_by_id(thing("now"), api_version=API))
locks.delete_at_resource_group_level("sdk", "keep")
resources.begin_delete_by_id(thing("now"), api_version=API).result()
check("a delete", not resources.check_existence_by_id(thing("now"), api_version=API))

stacks = DeploymentStacksClient(Anyone(), SUBSCRIPTION, **options).deployment_stacks


def stack(*names):
    return {"properties": {
        "actionOnUnmanage": {"resources": "delete"},
        "denySettings": {"mode": "none"},
        "template": {
            "$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
            "contentVersion": "1.0.0.0",
            "resources": [{"type": LAB + "/things", "apiVersion": API, "name": name, "location": "local",
                           "properties": {"Text": "s"}} for name in names],
        },
    }}


def stacked(*names):
    return stacks.begin_create_or_update_at_resource_group("sdk", "shop", stack(*names), polling_interval=1).result()


valid = stacks.begin_validate_stack_at_resource_group("sdk", "shop", stack("one", "two")).result()
check("a stack is valid", len(valid.properties.validated_resources) == 2)
check("a stack is made", [one.id for one in stacked("one", "two").properties.resources] == [thing("one"), thing("two")])
changed = stacked("one").properties
check("a stack deletes", [one.id for one in changed.deleted_resources] == [thing("two")] and changed.provisioning_state == "succeeded")
check("a stack is listed", [one.name for one in stacks.list_at_resource_group("sdk")] == ["shop"])
check("a stack has its template", stacks.export_template_at_resource_group("sdk", "shop").template["resources"][0]["name"] == "one")
stacks.begin_delete_at_resource_group("sdk", "shop", unmanage_action_resources="delete", polling_interval=1).result()
refused(404, lambda: stacks.get_at_resource_group("sdk", "shop"))
check("a stack goes with what it manages", not resources.check_existence_by_id(thing("one"), api_version=API))

groups.begin_delete("sdk", polling_interval=1).result()
check("a group goes with all that is in it", not groups.check_existence("sdk"))
