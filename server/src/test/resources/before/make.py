#!/usr/bin/env python3
"""Makes what BeforeTest opens: data of an earlier program, killed in the midst of everything. See README.md.

usage: make.py PROGRAM EXAMPLES OUT [postgresql://user:password@host:port/empty-database pg_dump-command...]

PROGRAM is the folder of the built program (with lib/), EXAMPLES the folder examples/ of its sources, OUT the folder
that gets NAME.zip (the data), NAME.quiet.jsonl and NAME.ended.jsonl (what the program answers), NAME being sqlite or
postgresql.
"""

import contextlib
import http.client
import io
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import zipfile
from datetime import datetime, timezone

PROGRAM, EXAMPLES, OUT = sys.argv[1:4]
DATABASE = sys.argv[4] if len(sys.argv) > 4 else None
DUMP = sys.argv[5:]
NAME = "postgresql" if DATABASE else "sqlite"
JAVA = os.path.join(os.environ["JAVA_HOME"], "bin", "java") if "JAVA_HOME" in os.environ else "java"

SUB = "/subscriptions/00000000-0000-0000-0000-000000000000"
OTHER = "/subscriptions/11111111-1111-1111-1111-111111111111"
DEFAULT = SUB + "/resourceGroups/default"
V = "?api-version=2026-11-01"
LONG = 75  # seconds for which what is killed waits


class Server:
    def __init__(self, data, *options):
        command = [JAVA, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED",
                   "-Djava.io.tmpdir=" + os.path.dirname(data),
                   "-cp", PROGRAM + "/lib/*", "fairlead.server.Main", "--port=0", "--data=" + data, *options]
        if DATABASE:
            command.append("--database=" + DATABASE)
        self.log = open(data + ".log", "ab")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"127\.0\.0\.1:(\d+)", line)
        if not found:
            raise SystemExit("the server does not start: see " + data + ".log")
        self.port = int(found.group(1))

    def call(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        sent = {"Host": "127.0.0.1:%d" % self.port, **(headers or {})}
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
            sent.setdefault("Content-Type", "application/json")
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, answer.headers, text

    def want(self, statuses, method, path, body=None, headers=None):
        status, answered, text = self.call(method, path, body, headers)
        if status not in statuses:
            raise SystemExit("%s %s: %d %s" % (method, path, status, text))
        return status, answered, text

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()

    def kill(self):
        self.process.kill()
        self.process.wait()


def group(name, sub=SUB):
    return sub + "/resourceGroups/" + name


def address(kind, name, where=DEFAULT):
    return where + "/providers/" + kind + "/" + name + V


def thing(name, where=DEFAULT):
    return address("Fairlead.Lab/things", name, where)


def resource(properties, **more):
    return {"location": "local", "properties": properties, **more}


def cloud_control(server, action, body):
    now = datetime.now(timezone.utc).strftime("%Y%m%dT%H%M%SZ")
    scope = "any/%s/local/cloudcontrolapi/aws4_request" % now[:8]
    return server.want([200], "POST", "/", json.dumps(body).encode(), {
        "Content-Type": "application/x-amz-json-1.0",
        "X-Amz-Target": "CloudApiService." + action,
        "X-Amz-Date": now,
        "Authorization": "AWS4-HMAC-SHA256 Credential=%s, SignedHeaders=host;x-amz-date, Signature=%s" % (scope, "0" * 64),
    })


# -- types --------------------------------------------------------------------------------------------------------------

def schema(name, properties, **more):
    return {
        "typeName": "Example::Desk::" + name, "description": "Made to be interrupted.",
        "properties": {"Name": {"type": "string"}, "Text": {"type": "string"}, "Kind": {"type": "string"},
                       "CreateDelay": {"type": "integer"}, "DeleteDelay": {"type": "integer"},
                       "FailWith": {"type": "string"}, **properties},
        "additionalProperties": False, "tagging": {"taggable": False},
        "handlers": {verb: {"permissions": []} for verb in ("create", "read", "update", "delete", "list")}, **more}


BEHAVIOUR = {
    "create": {"delaySeconds": {"property": "/CreateDelay", "default": 0}, "fail": {"code": {"property": "/FailWith"}}},
    "delete": {"delaySeconds": {"property": "/DeleteDelay", "default": 0}},
}


def simulation(file, document, **registration):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(file + ".json", json.dumps(document))
        archive.writestr(file + ".behaviour.json", json.dumps(BEHAVIOUR))
        archive.writestr(file + ".fairlead.json", json.dumps({"apiVersion": "2026-11-01", **registration}))
    return packed.getvalue()


def simulations():
    """The archives of a type that is deleted before it is made anew, and of one that is nested in it."""
    return [
        simulation("shelf", schema("Shelf", {}, required=["Name"], primaryIdentifier=["/properties/Name"],
                                   createOnlyProperties=["/properties/Name", "/properties/Kind"],
                                   replacementStrategy="delete_then_create"),
                   armType="Example.Desk/shelves"),
        simulation("box", schema("Box", {"ShelfName": {"type": "string"}}, required=["ShelfName", "Name"],
                                 primaryIdentifier=["/properties/ShelfName", "/properties/Name"],
                                 createOnlyProperties=["/properties/ShelfName", "/properties/Name"]),
                   armType="Example.Desk/shelves/boxes", parent="Example::Desk::Shelf", onParentDelete="cascade")]


def bookmark():
    """The archive of the example: its schema, its registration, and the jar of its handler."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(EXAMPLES, "bookmark")
        subprocess.run([JAVA + "c", "-proc:none", "-cp", PROGRAM + "/lib/*", "-d", folder + "/classes",
                        source + "/src/BookmarkHandler.java"], check=True)
        jar = io.BytesIO()
        with zipfile.ZipFile(jar, "w", zipfile.ZIP_DEFLATED) as archive:
            for base, _, files in os.walk(folder + "/classes"):
                for file in files:
                    path = os.path.join(base, file)
                    archive.write(path, os.path.relpath(path, folder + "/classes"))
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.write(source + "/schema.json", "schema.json")
            archive.write(source + "/fairlead.json", "fairlead.json")
            archive.writestr("bookmark.jar", jar.getvalue())
        return packed.getvalue()


# -- what has come to rest ----------------------------------------------------------------------------------------------

def settle(server):
    """Everything that rests when the program is killed; the addresses of what answers for it."""
    want = server.want
    for name, tags in (("alpha", {"stage": "test"}), ("beta", {}), ("doomed", {}), ("leaving", {}), ("arriving", {}),
                       ("taken", {})):
        want([200, 201], "PUT", group(name) + "?api-version=2022-09-01", {"location": "local", "tags": tags})
    want([200, 201], "PUT", OTHER + "?api-version=2.0",
         {"state": "Registered", "registrationDate": "Mon, 02 Nov 2026 08:00:00 GMT", "properties": {}})
    want([200, 201], "PUT", group("far", OTHER) + "?api-version=2022-09-01", {"location": "local"})
    want([200, 201], "POST", "/fairlead/types?tests=skip", bookmark(), {"Content-Type": "application/zip"})
    for archive in simulations():
        _, _, text = want([200], "POST", "/fairlead/simulations", archive, {"Content-Type": "application/zip"})
        if json.loads(text)["refused"]:
            raise SystemExit(text)
    want([200], "PUT", "/fairlead/types/Fairlead::Postgres::Database/configuration",
         {"Url": "postgresql://db.example/main", "User": "operator", "Password": "sealed and never shown"})
    want([200, 201], "PUT", "/fairlead/webhooks/billing",
         {"url": "http://127.0.0.1:9/events", "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
          "scope": OTHER, "changes": ["Deleted"]})
    paths = ["/fairlead/types/Example::Web::Bookmark", "/fairlead/types/Example::Desk::Shelf",
             "/fairlead/types/Fairlead::Postgres::Database", OTHER + "?api-version=2.0",
             group("alpha") + "?api-version=2022-09-01",
             group("alpha") + "/providers/Microsoft.Authorization/locks?api-version=2020-05-01"]

    def put(path, properties, statuses=(200, 201), **more):
        want(list(statuses), "PUT", path, resource(properties, **more))
        paths.append(path)

    alpha = group("alpha")
    put(thing("plain", alpha), {"Text": "first", "Secret": "never told", "Labels": ["b", "a"],
                                "Settings": {"Mode": "Loud", "Limits": {"Lowest": 1}}}, tags={"owner": "Ada"})
    put(thing("Changed", alpha), {"Text": "first"})
    put(thing("changed", alpha), {"Text": "second", "Number": 1.5, "Size": 40000})
    put(address("Fairlead.Lab/racks", "r1", alpha), {"Units": 12}, sku={"name": "S1", "capacity": 3})
    want([200, 202, 204], "POST", address("Fairlead.Lab/racks", "r1/restart", alpha), {"Steps": 1})
    put(address("Fairlead.Lab/racks", "r1/slots/s1", alpha), {"Unit": 3, "Label": "mail"})
    put(alpha + "/providers/Fairlead.Lab/racks/r1/providers/Fairlead.Lab/notes/n1" + V, {"Text": "mind the step"})
    put(address("Fairlead.Lab/fleets", "fleet", alpha), {"Size": 2}, kind="storage")
    put(address("Fairlead.Files/directories", "papers", alpha), {})
    put(address("Fairlead.Files/directories", "papers/files/letter", alpha), {"Content": "Dear Ada,\n"})
    put(address("Fairlead.Tls/authorities", "root", alpha), {"Subject": {"CommonName": "Root"}})
    key = subprocess.run(["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
                         check=True, capture_output=True, text=True).stdout
    put(address("Fairlead.Tls/authorities", "root/certificates/web", alpha),
        {"PrivateKey": key, "SubjectAlternativeNames": ["dns:www.example.com"]})
    put(address("Example.Web/bookmarks", "home", alpha), {"Url": "https://example.com/", "Title": "Home"})
    put(address("Example.Desk/shelves", "s1", alpha), {"Text": "simulated"})
    put(address("Example.Desk/shelves", "s1/boxes/b1", alpha), {"Text": "simulated"})
    # Failed, and doubtful.
    put(thing("failed", alpha), {"Fail": {"On": "create", "Code": "InvalidRequest"}}, range(400, 600))
    put(thing("doubtful", alpha), {"Secret": "s", "Fail": {"On": "create", "Code": "InternalFailure"}}, range(400, 600))
    put(thing("half", alpha), {"CreateSteps": 1, "Fail": {"On": "create", "Code": "InvalidRequest", "AtStep": 1}},
        range(400, 600))
    put(thing("unchanged", alpha), {"Text": "kept"})
    want(range(400, 600), "PUT", thing("unchanged", alpha),
         resource({"Text": "lost", "Fail": {"On": "update", "Code": "InvalidRequest"}}))
    # Deleted, replaced, left behind.
    put(thing("gone", alpha), {"Text": "gone"})
    want([200, 202, 204], "DELETE", thing("gone", alpha))
    put(thing("replaced", alpha), {"Flavor": "Plain"})
    want([200, 201], "PUT", thing("replaced", alpha) + "&replace=true", resource({"Flavor": "Sweet"}))
    put(thing("clinging", alpha), {"Flavor": "Plain", "Fail": {"On": "delete", "Code": "AccessDenied"}})
    want(range(400, 600), "PUT", thing("clinging", alpha) + "&replace=true", resource({"Flavor": "Sour"}))
    paths.append(alpha + "/leftBehind" + V)
    # Drift.
    put(address("Fairlead.Files/directories", "drifting", alpha), {"Mode": "0755"})
    for base, folders, _ in os.walk(server.data + "/files"):
        if "drifting" in folders:
            os.chmod(os.path.join(base, "drifting"), 0o700)
    drifting = address("Fairlead.Files/directories", "drifting/%s", alpha)
    want([200], "POST", drifting % "detectDrift")
    want([200], "PATCH", drifting % "drift", {"properties": {"policy": "alert"}})
    paths.append(drifting % "drift")
    # Locks, tags, imports.
    want([200, 201], "PUT", alpha + "/providers/Microsoft.Authorization/locks/keep?api-version=2020-05-01",
         {"properties": {"level": "CanNotDelete", "notes": "for good"}})
    account = sorted(os.listdir(server.data + "/files"))[0]
    os.mkdir(server.data + "/files/" + account + "/found")
    _, _, text = want([200, 202], "POST", "/fairlead/imports",
                      {"type": "Fairlead::Files::Directory", "subscription": SUB.split("/")[2], "group": "alpha",
                       "location": "local", "things": [{"identifier": "found"}]})
    paths.append("/fairlead/imports/" + json.loads(text)["id"])
    paths.append(address("Fairlead.Files/directories", "found", alpha))
    # AWS.
    tokens = []
    for action, body in (
            ("CreateResource", {"TypeName": "Fairlead::Lab::Thing", "ClientToken": "client-token-1",
                                "DesiredState": "{\"Text\":\"by token\",\"Secret\":\"s\"}"}),
            ("CreateResource", {"TypeName": "Fairlead::Lab::Rack", "ClientToken": "client-token-2",
                                "DesiredState": "{\"Name\":\"aws\"}"}),
            ("CreateResource", {"TypeName": "Fairlead::Lab::Thing", "ClientToken": "client-token-3",
                                "DesiredState": "{\"Fail\":{\"On\":\"create\",\"Code\":\"InvalidRequest\"}}"})):
        _, _, text = cloud_control(server, action, body)
        tokens.append(json.loads(text)["ProgressEvent"]["RequestToken"])
    return paths, tokens


# -- what is killed -----------------------------------------------------------------------------------------------------

WAITS = {"StepDelaySeconds": LONG}
NEVER = {"VisibleAfterReads": 1000}


def prepare(server):
    """What the changes that are killed begin from."""
    beta = group("beta")

    def put(path, properties, statuses=(200, 201), **more):
        server.want(list(statuses), "PUT", path, resource(properties, **more))
    put(thing("update-waits", beta), {"Text": "old", "Secret": "old"}, tags={"a": "1"})
    put(thing("update-shows", beta), {"Text": "old"})
    put(thing("delete-waits", beta), {"DeleteSteps": 1, **WAITS})
    put(thing("delete-stays", beta), {"Breach": "StaysAfterDelete", "BreachOn": "delete"})
    put(thing("new-waits", beta), {"Flavor": "Plain", "Secret": "s"})
    put(thing("new-shows", beta), {"Flavor": "Plain"})
    put(thing("new-undone", beta), {"Flavor": "Plain"})
    put(thing("old-waits", beta), {"Flavor": "Plain", "DeleteSteps": 1, **WAITS})
    put(thing("old-stays", beta), {"Flavor": "Plain", "Breach": "StaysAfterDelete", "BreachOn": "delete"})
    put(thing("doubted", beta), {"Fail": {"On": "create", "Code": "InternalFailure"}}, range(400, 600))
    put(address("Fairlead.Lab/racks", "acts", beta), {})
    shelf = lambda name: address("Example.Desk/shelves", name, beta)
    put(shelf("first-old-waits"), {"Kind": "a", "DeleteDelay": LONG})
    put(shelf("first-new-waits"), {"Kind": "a"})
    put(shelf("first-restored"), {"Kind": "a", "CreateDelay": 1, "Text": "old"}, (200, 201, 202))
    put(shelf("remade"), {"FailWith": "InvalidRequest"}, range(400, 600))
    put(shelf("parent"), {})
    put(address("Example.Desk/shelves", "parent/boxes/child", beta), {"DeleteDelay": LONG})
    put(thing("doomed-waits", group("doomed")), {"DeleteSteps": 1, **WAITS})
    put(thing("doomed-quick", group("doomed")), {})
    for i in range(40):
        put(thing("moved-%d" % i, group("leaving")), {"Text": str(i)})
    account = SUB.split("/")[2]
    for i in range(60):
        os.makedirs(os.path.join(server.data, "files", account, "import-%d" % i), exist_ok=True)


def interrupt(server):
    """Begins everything that is killed; the addresses of resources and operations."""
    beta = group("beta")
    paths, operations = [], []

    def begin(method, path, body=None, listed=True):
        status, headers, text = server.want([200, 201, 202], method, path, body)
        operation = headers.get("Azure-AsyncOperation")
        if operation:
            operations.append(re.sub(r"^https?://[^/]*", "", operation))
        if listed:
            paths.append(path.replace("&replace=true", "").replace("/restart", ""))
        return text

    def put(path, properties, **more):
        begin("PUT", path, resource(properties, **more))
    shelf = lambda name: address("Example.Desk/shelves", name, beta)
    # A change that never shows is looked at for 26 seconds, the last time but one after 13: that
    # is where some are killed, and others, which show at that look, before it.
    put(thing("new-undone", beta) + "&replace=true", {"Flavor": "Sour", "DeleteSteps": 1, **WAITS, **NEVER})
    put(thing("create-waits", beta), {"CreateSteps": 1, "Secret": "s", **WAITS}, tags={"a": "1"})
    put(thing("update-waits", beta), {"Text": "new", "Secret": "new", "UpdateSteps": 1, **WAITS}, tags={"a": "2"})
    begin("DELETE", thing("delete-waits", beta))
    put(thing("new-waits", beta) + "&replace=true", {"Flavor": "Sweet", "CreateSteps": 1, **WAITS})
    put(thing("old-waits", beta) + "&replace=true", {"Flavor": "Sweet"})
    put(shelf("first-old-waits") + "&replace=true", {"Kind": "b"})
    put(shelf("first-new-waits") + "&replace=true", {"Kind": "b", "CreateDelay": LONG})
    put(shelf("remade"), {"CreateDelay": LONG})
    put(shelf("first-restored"), {"Kind": "a", "CreateDelay": LONG, "Text": "old"})
    put(thing("doubted", beta), {"Text": "known again"})
    begin("DELETE", shelf("parent"))
    begin("DELETE", group("doomed") + "?api-version=2022-09-01")
    time.sleep(6)
    begin("DELETE", thing("delete-stays", beta))
    put(thing("old-stays", beta) + "&replace=true", {"Flavor": "Sweet"})
    time.sleep(10)
    put(shelf("first-restored") + "&replace=true", {"Kind": "b", "FailWith": "InvalidRequest"})
    put(thing("create-shows", beta), {"VisibleAfterReads": 7})
    put(thing("update-shows", beta), {"Text": "new", "VisibleAfterReads": 7})
    put(thing("new-shows", beta) + "&replace=true", {"Flavor": "Sweet", "VisibleAfterReads": 7})
    time.sleep(9)
    put(thing("retries", beta), {"Fail": {"On": "create", "Code": "Throttling", "Times": 3}})
    begin("POST", address("Fairlead.Lab/racks", "acts/restart", beta), {"Steps": 20})
    put(address("Fairlead.Lab/racks", "nests", beta),
        {"slots": [{"name": "a", "properties": {"Label": "x"}}, {"name": "b", "properties": {}}]})
    text = begin("POST", "/fairlead/imports",
                 {"type": "Fairlead::Files::Directory", "subscription": SUB.split("/")[2], "group": "taken",
                  "location": "local", "things": [{"identifier": "import-%d" % i} for i in range(60)]}, listed=False)
    paths.append("/fairlead/imports/" + json.loads(text)["id"])
    begin("POST", group("leaving") + "/moveResources?api-version=2022-09-01",
          {"targetResourceGroup": group("arriving"), "resources": [thing("moved-%d" % i, group("leaving")).split("?")[0] for i in range(40)]},
          listed=False)
    paths += [thing("moved-7", group("arriving")), thing("moved-7", group("leaving")),
              group("doomed") + "?api-version=2022-09-01"]
    return paths, operations


# -- recording ----------------------------------------------------------------------------------------------------------

def answers(server, paths):
    found = []
    for path in dict.fromkeys(paths):
        status, headers, text = server.call("GET", path)
        text = text.replace("http://127.0.0.1:%d" % server.port, "")
        found.append({"path": path, "status": status, "etag": headers.get("ETag", ""), "body": json.loads(text or "null")})
    return found


def write(name, lines):
    with open(os.path.join(OUT, NAME + "." + name + ".jsonl"), "w") as file:
        for line in lines:
            file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


def pack(data, killed):
    with zipfile.ZipFile(os.path.join(OUT, NAME + ".zip"), "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("killed", killed)
        for base, folders, files in os.walk(data):
            if base == data and "providers" in folders:
                folders.remove("providers")
            for entry in folders:
                path = os.path.join(base, entry)
                archive.writestr(zipfile.ZipInfo(os.path.relpath(path, data) + "/"), "")
            for entry in files:
                if not entry.endswith((".lock", "-shm")):
                    path = os.path.join(base, entry)
                    archive.write(path, os.path.relpath(path, data))


def quiet(server, operations):
    until = time.time() + 300
    while time.time() < until:
        open_ones = [path for path in operations
                     if json.loads(server.call("GET", path)[2] or "{}").get("status") in ("Accepted", "Running", "Canceling")]
        if not open_ones:
            return
        time.sleep(1)
    raise SystemExit("still open: %s" % open_ones)


def main():
    folder = tempfile.mkdtemp()
    data = os.path.join(folder, "data")
    os.mkdir(data)
    server = Server(data, "--sync-wait=60s")
    server.data = data
    paths, tokens = settle(server)
    print("settled")
    prepare(server)
    print("prepared")
    server.stop()
    server = Server(data, "--sync-wait=0s")
    server.data = data
    write("quiet", answers(server, paths) + [
        {"token": token, "body": json.loads(cloud_control(server, "GetResourceRequestStatus", {"RequestToken": token})[2])}
        for token in tokens])
    ending, operations = interrupt(server)
    server.kill()
    if not DATABASE:
        left = "SELECT kind, status, message, subject_id FROM operation WHERE ended_at IS NULL"
        with contextlib.closing(sqlite3.connect("file:%s/fairlead.db?mode=ro" % data, uri=True)) as database:
            print("interrupted:", *database.execute(left), sep="\n  ")
    killed = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    print("killed", killed)
    if DATABASE:
        with open(data + "/dump.sql", "wb") as file:
            subprocess.run(DUMP + [DATABASE], check=True, stdout=file)
    pack(data, killed)
    server = Server(data, "--sync-wait=60s")
    quiet(server, operations)
    write("ended", answers(server, ending + operations))
    server.stop()
    shutil.rmtree(folder)


main()
