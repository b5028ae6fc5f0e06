"""Drives the types of public models through their life, by a server and against stand-ins of their services:
drive.py URL --fairlead COMMAND --models DIR... --programs DIR. A line for each type; it fails if one does not do what its stand-in can do,
or if a PUT leaves something behind that the server does not know."""
import argparse
import json

import pathlib
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import boto3
import botocore.config
import botocore.exceptions

HERE = pathlib.Path(__file__).parent
GROUP = "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/default/providers/"
SECONDS = 40
END = ("Succeeded", "Failed", "Canceled")
VERSIONS = {"moto": "2026-11-01", "dynalite": "2026-11-02", "kinesalite": "2026-11-02"}

options = argparse.ArgumentParser()
options.add_argument("url")
options.add_argument("--fairlead", required=True)
options.add_argument("--models", action="append", required=True)
options.add_argument("--programs", required=True, help="where npm has put dynalite and kinesalite")
options.add_argument("--page", help="the file whose table is written anew")
options.add_argument("--only", default="")
options = options.parse_args()

def free_port():
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return asked.getsockname()[1]

def listening(port):
    for _ in range(1200):
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit("a stand-in does not begin to listen")

class StandIns:
    """The processes, by the names of what they are."""

    def __enter__(self):
        self.urls, self.processes = {}, []
        programs = pathlib.Path(options.programs, "node_modules", ".bin")
        moto = pathlib.Path(sys.executable).parent / "moto_server"
        for name, command in (
            ("moto", [moto, "-p"]),
            ("dynalite", [programs / "dynalite", "--port"]),
            ("kinesalite", [programs / "kinesalite", "--port"]),
        ):
            port = free_port()
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            self.processes.append(subprocess.Popen([*command, str(port)], **quiet))
            self.urls[name] = f"http://127.0.0.1:{port}"
            listening(port)
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.terminate()
            process.wait()

    def client(self, service, name):
        return boto3.client(
            service,
            region_name="us-east-1",
            endpoint_url=self.urls[name],
            aws_access_key_id="k",
            aws_secret_access_key="s",
            config=botocore.config.Config(retries={"max_attempts": 0}),
        )

def filled(template, values):
    if isinstance(template, dict):
        return {name: filled(value, values) for name, value in template.items()}
    if isinstance(template, list):
        return [filled(value, values) for value in template]
    if isinstance(template, str) and template.startswith("$"):
        return values[template[1:]]
    return template

def asked(method, path, body=None):
    request = urllib.request.Request(options.url + path, method=method)
    request.add_header("Content-Type", "application/json")
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(request, data) as answer:
            return answer.status, dict(answer.headers), json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as refused:
        return refused.code, dict(refused.headers), json.loads(refused.read() or b"null")

class Life:
    """One type."""

    def __init__(self, entry, stand_ins):
        self.entry, self.stand_ins = entry, stand_ins
        self.on = entry.get("on", "moto")
        self.values = {}
        self.cannot = entry.get("cannot", {})
        self.wrong, self.held = [], []

    def call(self, service, method, arguments):
        client = self.stand_ins.client(service, self.on)
        return getattr(client, method)(**filled(arguments, self.values))

    def model(self):
        own = HERE / self.entry["model"]
        found = [own, *(pathlib.Path(folder, self.entry["model"]) for folder in options.models)]
        return next((path for path in found if path.is_file()), None)

    def count(self):
        """How many there are, as the stand-in says without Fairlead."""
        if "list" in self.entry:
            service, method, arguments, member = self.entry["list"]
            return len(self.call(service, method, arguments).get(member, []))
        try:
            self.call(*self.entry["exists"])
            return 1
        except (botocore.exceptions.ClientError, KeyError):
            return 0

    def lacks(self, what):
        """Whether the stand-in alone can't do it."""
        if "fails" in what or "refuses" in what:
            *call, codes = [*what["fails"], ("500", "404", "501")] if "fails" in what else what["refuses"]
            try:
                self.call(*call)
            except botocore.exceptions.ClientError as failure:
                return failure.response["Error"]["Code"] in codes
            return False
        if "shows" in what:
            service, create, arguments, read, identified, path, value = what["shows"]
            self.values.update(self.call(service, create, arguments))
            shown = self.call(service, read, identified)
            for member in path:
                shown = shown[member]
            return shown == value
        service, create, arguments, read, identified, member, value, delete = what["stays"]
        self.values.update(self.call(service, create, arguments))
        shown = []
        for _ in range(3):
            time.sleep(1)
            shown.append(self.call(service, read, identified)[member])
        self.call(service, delete, identified)
        return shown == [value] * 3

    def register(self):
        command = [*options.fairlead.split(), "--server", options.url, "register", "--smithy", str(self.model())]
        for option in ("overlay", "service"):
            if option in self.entry:
                value = self.entry[option]
                command += ["--" + option, str(HERE / value) if option == "overlay" else value]
        command += ["--resource", self.entry["resource"], "--endpoint", self.stand_ins.urls[self.on]]
        command += ["--auth", "sigv4", "--region", "us-east-1", "--skip-tests", "-o", "json"]
        command += ["--api-version", VERSIONS[self.on]]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            return False, done.stderr
        return True, json.loads(done.stdout)

    def ended(self, headers):
        """How the operation has ended that an answer names."""
        url = headers.get("Azure-AsyncOperation")
        until = time.time() + SECONDS
        while url and time.time() < until:
            _, _, operation = asked("GET", url[len(options.url):] if url.startswith(options.url) else url)
            if operation["status"] in END:
                return operation["status"], json.dumps(operation.get("error", ""))
            time.sleep(0.2)
        return "still running" if url else "", ""

    def step(self, name, method, path, body=None, wanted="Succeeded"):
        status, headers, answer = asked(method, path, body)
        if status >= 400:
            outcome, why = "refused", json.dumps(answer)
        else:
            outcome, why = self.ended(headers)
            _, _, answer = asked("GET", path)
            outcome = outcome or (answer.get("properties") or {}).get("provisioningState", "Succeeded")
        if outcome == wanted:
            self.held.append(name)
        elif name not in self.cannot and not (name == "again" and "create" in self.cannot):
            self.wrong.append(f"{name}: {outcome} {why[:400]}")
        return answer

    def live(self):
        if "before" in self.entry:
            service, method, arguments, member = self.entry["before"]
            self.values[member] = self.call(service, method, arguments)[member]
        registered, type_ = self.register()
        if not registered:
            self.wrong.append("register: " + type_[-400:])
            return
        version = VERSIONS[self.on]
        path = f"{GROUP}{type_['armType']}/{self.entry['name']}?api-version={version}"
        before = self.count()
        body = {"location": "local", "properties": filled(self.entry["body"], self.values)}
        answer = self.step("create", "PUT", path, body)
        self.values.update(answer.get("properties") or {})
        made = self.count()
        self.step("again", "PUT", path, body)
        if self.count() != made:
            self.wrong.append(f"again: a second one was made, there are {self.count()}")
        if "create" not in self.cannot:
            if "tags" not in self.cannot:
                self.step("tags", "PATCH", path, {"tags": {"a": "1"}})
            if "patch" in self.entry:
                self.step("patch", "PATCH", path, {"properties": self.entry["patch"]})
        self.step("delete", "DELETE", path)
        left = self.count() - before
        status, _, _ = asked("GET", path)
        if left > 0 and status == 404:
            self.wrong.append(f"delete: {left} left that the server does not know")
        if left > 0 and "delete" not in self.cannot:
            self.wrong.append(f"delete: {left} left")
        if status != 404 and "delete" not in self.cannot:
            self.wrong.append("delete: the resource is still there")

    def line(self):
        for name, what in self.cannot.items():
            if not self.lacks(what):
                self.wrong.append(f"{self.on} can do it by now: {name}")
        name = f"{self.entry['resource']} of {self.entry['model']} on {self.on}"
        if self.wrong:
            return f"wrong {name}: " + "; ".join(self.wrong)
        lacking = f" ({self.on} itself can't: {', '.join(self.cannot)})" if self.cannot else ""
        return f"ok {name}: {', '.join(self.held)}{lacking}"

    def row(self):
        model = self.entry["model"] + (f", `{self.entry['overlay']}`" if "overlay" in self.entry else "")
        cells = [f"`{self.entry['resource']}`", model, self.on, ", ".join(self.held), ", ".join(self.cannot)]
        return "| " + " | ".join(cells) + " |"


def tried(entry, stand_ins):
    """What was seen of a type, and its line; nothing if its model is not there."""
    life = Life(entry, stand_ins)
    if life.model() is None:
        return None, f"without its model: {entry['resource']} of {entry['model']}"
    try:
        life.live()
    except Exception as failure:  # What a stand-in says may be anything.
        life.wrong.append(repr(failure)[:400])
    return life, life.line()


def write_page(rows):
    page = pathlib.Path(options.page)
    kept = [line for line in page.read_text().splitlines() if not line.startswith("| `")]
    head = next(at for at, line in enumerate(kept) if line.startswith("|---"))
    page.write_text("\n".join([*kept[: head + 1], *rows, *kept[head + 1 :]]) + "\n")


def main():
    entries = json.loads((HERE / "types.json").read_text())
    wrong, rows = 0, []
    with StandIns() as stand_ins:
        for entry in entries:
            if options.only not in f"{entry['model']} {entry['resource']} {entry.get('on', 'moto')}":
                continue
            life, line = tried(entry, stand_ins)
            print(line, flush=True)
            wrong += line.startswith("wrong")
            if life:
                rows.append(life.row())
    if options.page and not wrong:
        write_page(rows)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
