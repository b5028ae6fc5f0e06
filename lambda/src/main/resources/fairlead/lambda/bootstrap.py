"""Connects a Python provider with the Lambda Runtime API: bootstrap.py MODULE.FUNCTION."""

import http.client
import importlib
import json
import os
import sys
import time
import traceback
import types

ROOT = "/2018-06-01/runtime/"


class Context:
    """What a function is told about its call."""

    def __init__(self, headers):
        self.aws_request_id = headers["Lambda-Runtime-Aws-Request-Id"]
        self.invoked_function_arn = headers["Lambda-Runtime-Invoked-Function-Arn"]
        self.function_name = os.environ["AWS_LAMBDA_FUNCTION_NAME"]
        self.function_version = os.environ["AWS_LAMBDA_FUNCTION_VERSION"]
        self.memory_limit_in_mb = os.environ["AWS_LAMBDA_FUNCTION_MEMORY_SIZE"]
        self.log_group_name = self.log_stream_name = self.function_name
        self.identity = None
        client = headers["Lambda-Runtime-Client-Context"]
        self.client_context = types.SimpleNamespace(**json.loads(client)) if client else None
        os.environ["_X_AMZN_TRACE_ID"] = headers["Lambda-Runtime-Trace-Id"] or ""
        self._deadline = int(headers["Lambda-Runtime-Deadline-Ms"])

    def get_remaining_time_in_millis(self):
        return max(0, self._deadline - int(time.time() * 1000))

    def log(self, message):
        sys.stdout.write(str(message))


class Api:
    """The Runtime API, over one connection that is kept."""

    def __init__(self, address):
        host, _, self.secret = address.partition("/")
        self.connection = http.client.HTTPConnection(host)

    def ask(self, method, call, body=None, headers=None):
        path = ("/" + self.secret if self.secret else "") + ROOT + call
        self.connection.request(method, path, body, headers or {})
        response = self.connection.getresponse()
        return response, response.read()

    def report(self, call, error):
        document = {
            "errorMessage": str(error),
            "errorType": type(error).__name__,
            "stackTrace": traceback.format_tb(error.__traceback__),
        }
        kind = {"Lambda-Runtime-Function-Error-Type": type(error).__name__}
        self.ask("POST", call, json.dumps(document).encode("utf-8"), kind)


def load(entrypoint):
    root = os.environ["LAMBDA_TASK_ROOT"]
    sys.path[0] = root
    module, _, name = entrypoint.replace("/", ".").rpartition(".")
    return getattr(importlib.import_module(module), name)


def plain(value):
    """What json can't write, as the runtimes of Lambda write it."""
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if isinstance(value, (set, frozenset, tuple)):
        return list(value)
    number = float(value)
    return int(number) if number.is_integer() else number


def main():
    api = Api(os.environ["AWS_LAMBDA_RUNTIME_API"])
    try:
        function = load(sys.argv[1])
    except BaseException as error:
        traceback.print_exc()
        api.report("init/error", error)
        sys.exit(1)
    while True:
        try:
            response, event = api.ask("GET", "invocation/next")
        except (OSError, http.client.HTTPException):
            # The host has ended, and this process with it: nobody needs to hear of that.
            sys.exit(0)
        invocation = "invocation/" + response.headers["Lambda-Runtime-Aws-Request-Id"]
        try:
            answer = function(json.loads(event), Context(response.headers))
            body = json.dumps(answer, default=plain, ensure_ascii=False).encode("utf-8")
        except Exception as error:
            traceback.print_exc()
            api.report(invocation + "/error", error)
            continue
        api.ask("POST", invocation + "/response", body, {"Content-Type": "application/json"})


main()
