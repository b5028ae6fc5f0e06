# boto3 signs in with a web identity token, and renews a session that ends. Each check that holds begins with "ok".
import os

import boto3

os.environ["AWS_EC2_METADATA_DISABLED"] = "true"
os.environ["AWS_ENDPOINT_URL"] = os.environ["URL"]
os.environ["AWS_DEFAULT_REGION"] = "local"
os.environ["AWS_CONFIG_FILE"] = "boto3.config"
with open("boto3.config", "w") as config:
    # A session this short is renewed before each request: boto3 does so a quarter of an hour before it ends.
    config.write(
        "[default]\nrole_arn = arn:aws:iam::000000000000:role/deploy\n"
        f"web_identity_token_file = {os.environ['TOKEN']}\nrole_session_name = boto3\nduration_seconds = 900\n"
    )



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
check("renews a session that ends", sts.get_caller_identity()["Arn"], arn)
check("has another key then", credentials.get_frozen_credentials().access_key != before, True)
