# boto3 signs in with a web identity token, and renews a session that ends. Each check that holds begins with "ok".
import datetime
import os

import boto3
import botocore.credentials

os.environ["AWS_EC2_METADATA_DISABLED"] = "true"
os.environ["AWS_ENDPOINT_URL"] = os.environ["URL"]
os.environ["AWS_DEFAULT_REGION"] = "local"
os.environ["AWS_ROLE_ARN"] = "arn:aws:iam::000000000000:role/deploy"
os.environ["AWS_WEB_IDENTITY_TOKEN_FILE"] = os.environ["TOKEN"]
os.environ["AWS_ROLE_SESSION_NAME"] = "boto3"


def check(name, found, expected):
    if found != expected:
        raise SystemExit(f"not ok {name}: expected {expected}, found {found}")
    print(f"ok {name}")


session = boto3.Session()
sts = session.client("sts")
arn = "arn:aws:sts::000000000000:assumed-role/deploy/boto3"
check("a web identity token", sts.get_caller_identity()["Arn"], arn)
credentials = session.get_credentials()
before = credentials.get_frozen_credentials().access_key
# A quarter of an hour before a session ends boto3 begins another one.
later = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=50)
botocore.credentials._local_now = lambda: later
credentials._time_fetcher = lambda: later
check("renews a session that ends", sts.get_caller_identity()["Arn"], arn)
check("has another key then", credentials.get_frozen_credentials().access_key != before, True)
