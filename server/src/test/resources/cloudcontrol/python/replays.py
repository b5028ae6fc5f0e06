"""Sends the same change with boto3, faster than the clock of signatures: python replays.py URL

The server takes each signature once. The client waits for a time of chance before it tries again, so it may have to more
often than it does by itself.
"""

import sys

import boto3
from botocore.config import Config

cloud = boto3.client(
    "cloudcontrol",
    endpoint_url=sys.argv[1],
    region_name="local",
    aws_access_key_id="ALICE",
    aws_secret_access_key="secret",
    config=Config(retries={"max_attempts": 10, "mode": "standard"}),
)
attempts = []
cloud.meta.events.register("before-send", lambda request, **_: attempts.append(request))


def check(claim, holds, found=""):
    print(("ok " if holds else "not ok ") + claim + ("" if holds else f": {found}"))
    if not holds:
        sys.exit(1)


codes = set()
for _ in range(6):
    try:
        cloud.cancel_resource_request(RequestToken="00000000-0000-7000-8000-000000000000")
    except cloud.exceptions.ClientError as error:
        codes.add(error.response["Error"]["Code"])
check("each change is taken", codes in (set(), {"RequestTokenNotFoundException"}), codes)
check("what came in the same second was signed anew", len(attempts) > 6, len(attempts))
