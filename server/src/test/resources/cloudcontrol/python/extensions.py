"""Adopts, finds drift and repairs it, and makes again what is gone, with boto3: python extensions.py URL FOLDER

FOLDER is where the server keeps the directories of an account: what changes in it is changed by another program.
"""

import json
import os
import sys

import boto3

url, folder = sys.argv[1:]
client = boto3.client(
    "cloudcontrol",
    endpoint_url=url,
    region_name="local",
    aws_access_key_id="key",
    aws_secret_access_key="secret",
)
TYPE = "Fairlead::Files::Directory"


def check(claim, holds, found=""):
    print(("ok " if holds else "not ok ") + claim + ("" if holds else f": {found}"))
    if not holds:
        sys.exit(1)


class Headers:
    """Headers that the next requests carry; boto3 has events for that."""

    def __init__(self, **values):
        self.values = {name.replace("_", "-"): value for name, value in values.items()}

    def add(self, request, **_):
        for name, value in self.values.items():
            request.headers[name] = value

    def __enter__(self):
        client.meta.events.register("before-sign.cloudcontrol", self.add)

    def __exit__(self, *_):
        client.meta.events.unregister("before-sign.cloudcontrol", self.add)


def ended(answer):
    event = answer["ProgressEvent"]
    while event["OperationStatus"] in ("PENDING", "IN_PROGRESS"):
        event = client.get_resource_request_status(RequestToken=event["RequestToken"])["ProgressEvent"]
    return event


def create(**desired):
    return ended(client.create_resource(TypeName=TYPE, DesiredState=json.dumps(desired)))


def seen(name):
    answer = client.get_resource(TypeName=TYPE, Identifier=name)
    return answer["ResponseMetadata"]["HTTPHeaders"], json.loads(answer["ResourceDescription"]["Properties"])


os.makedirs(os.path.join(folder, "here"), mode=0o700, exist_ok=True)
with Headers(x_fairlead_drift="true"):
    headers, _ = seen("here")
check("what has no record is said to have none", headers["x-fairlead-drift"] == "NOT_MANAGED", headers)
check("a create refuses what is there", create(Name="here")["ErrorCode"] == "AlreadyExists")
with Headers(x_fairlead_adopt="true"):
    event = create(Name="here", Mode="0750")
check("a create adopts what is there", event["OperationStatus"] == "SUCCESS", event)
check("it names it", event["Identifier"] == "here", event)
check("and changes it to the desired state", seen("here")[1]["Mode"] == "0750", seen("here"))
with Headers(x_fairlead_adopt="true"):
    event = create(Name="new", Mode="0750")
check("a create that may adopt makes what is not there", event["OperationStatus"] == "SUCCESS", event)
with Headers(x_fairlead_adopt="new"):
    event = create(Name="new", Mode="0755")
check("what is adopted can be named in the header", event["OperationStatus"] == "SUCCESS", event)

with Headers(x_fairlead_drift="true"):
    headers, _ = seen("here")
check("what is as asked for is in sync", headers["x-fairlead-drift"] == "IN_SYNC", headers)
os.chmod(os.path.join(folder, "here"), 0o711)
with Headers(x_fairlead_drift="true"):
    headers, _ = seen("here")
check("what another program has changed has drifted", headers["x-fairlead-drift"] == "MODIFIED", headers)
patch = headers["x-fairlead-drift-patch"]
check("the way back is told", json.loads(patch) == [{"op": "replace", "path": "/Mode", "value": "0750"}], patch)
check("without the header nothing is told of drift", "x-fairlead-drift" not in seen("here")[0])
event = ended(client.update_resource(TypeName=TYPE, Identifier="here", PatchDocument=patch))
check("it repairs as the patch of an update", event["OperationStatus"] == "SUCCESS", event)
with Headers(x_fairlead_drift="true"):
    headers, properties = seen("here")
check("then it is in sync", (headers["x-fairlead-drift"], properties["Mode"]) == ("IN_SYNC", "0750"), headers)

os.rmdir(os.path.join(folder, "here"))
try:
    seen("here")
    check("what is gone is not found", False)
except client.exceptions.ResourceNotFoundException:
    check("what is gone is not found", True)
check("and is created again", create(Name="here", Mode="0750")["OperationStatus"] == "SUCCESS")
for name in ("here", "new"):
    event = ended(client.delete_resource(TypeName=TYPE, Identifier=name))
    check(f"'{name}' is deleted", event["OperationStatus"] == "SUCCESS", event)
