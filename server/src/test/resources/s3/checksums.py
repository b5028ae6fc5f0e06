"""boto3 uploads with checksums behind the payload, and validates what it gets back.

Run as: checksums.py URL. Prints a line for each thing that is as it should be, and fails at the first that is not.
"""

import io
import sys

import boto3
import urllib3
from botocore.config import Config
from botocore.exceptions import ClientError

urllib3.disable_warnings()
client = boto3.client(
    "s3",
    endpoint_url=sys.argv[1],
    region_name="local",
    aws_access_key_id="AKIDEXAMPLE",
    aws_secret_access_key="secret",
    verify=False,
    config=Config(s3={"addressing_style": "path"}, retries={"max_attempts": 0}),
)
sent = []


def note(request, **_):
    sent.append({name.lower(): str(value) for name, value in request.headers.items()})


client.meta.events.register("before-send.s3", note)


def ok(what, holds):
    if not holds:
        sys.exit("not so: " + what)
    print("ok " + what)


def code(call):
    try:
        call()
    except ClientError as refused:
        return refused.response["Error"]["Code"]
    return ""


payload = bytes(range(256)) * 1000
for algorithm in ("CRC32", "SHA1", "SHA256"):
    stored = client.put_object(Bucket="bucket", Key=algorithm, Body=io.BytesIO(payload), ChecksumAlgorithm=algorithm)
    ok(algorithm + " is sent behind the payload", "x-amz-checksum-" + algorithm.lower() in sent[-1]["x-amz-trailer"])
    ok(algorithm + " is given back", stored["Checksum" + algorithm])

found = client.get_object(Bucket="bucket", Key="CRC32", ChecksumMode="ENABLED")
ok("what is read is validated", type(found["Body"]).__name__ == "StreamingChecksumBody")
ok("what is read is what was written", found["Body"].read() == payload)
head = client.head_object(Bucket="bucket", Key="CRC32", ChecksumMode="ENABLED")
ok("a description has the checksum", head["ChecksumCRC32"] == found["ChecksumCRC32"])

wrong = code(lambda: client.put_object(Bucket="bucket", Key="wrong", Body=b"hello", ChecksumCRC32="AAAAAA=="))
ok("another payload is refused", wrong == "BadDigest")
ok("and was not written", code(lambda: client.get_object(Bucket="bucket", Key="wrong")) == "NoSuchKey")

client.upload_fileobj(io.BytesIO(payload * 50), "bucket", "parts")
whole = io.BytesIO()
client.download_fileobj("bucket", "parts", whole)
ok("parts are one object in the end", whole.getvalue() == payload * 50)
