"""Sends requests that are valid by /openapi.json, as Schemathesis makes them up, and counts those that are refused.

At most one in a hundred may be: what no schema can say is left, that two values fit each other, for example.
"""

import collections
import json
import os
import sys

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode

URL, EXAMPLES = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20
SUBSCRIPTION = "00000000-0000-0000-0000-000000000000"
GROUP = f"subscriptions/{SUBSCRIPTION}/resourceGroups/default"
FIXED = {"subscriptionId": SUBSCRIPTION, "resourceGroupName": "default", "scope": GROUP}
# What a handler refuses is between its author and the caller: that a text is no private key, for example.
HANDLERS = ("InvalidRequest", "InvalidTypeConfiguration")

made = collections.defaultdict(list)
answers = collections.Counter()
refused = []


def names_of(template):
    """The names of the parameters of a path that are none of the shared ones."""
    return [part[1:-1] for part in template.split("/") if part.startswith("{") and part.endswith("Name}")]


def place(case, template, method):
    """Lets the request concern the group that is there, parents that are there, and, if it changes one, a resource."""
    parameters = case.path_parameters
    parameters.update({name: value for name, value in FIXED.items() if name in parameters})
    names = [name for name in names_of(template) if name in parameters and name not in FIXED]
    known = names if method == "PATCH" else names[:-1]
    base = template.split("/whatIf")[0].split("/drift")[0]
    for count in range(len(known), 0, -1):
        prefix = base[: base.index("{" + known[count - 1] + "}")] + "{" + known[count - 1] + "}"
        if made[prefix]:
            parameters.update(zip(known[:count], made[prefix][-1][:count]))
            break


def attempt(operation, method, template):
    @seed(20261124)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    @given(case=operation.as_strategy(generation_mode=GenerationMode.POSITIVE))
    def send(case):
        place(case, template, method)
        # Conditions are about what is there, which no schema knows.
        for header in ("If-Match", "If-None-Match"):
            (case.headers or {}).pop(header, None)
        response = case.call()
        answers[method, response.status_code] += 1
        if method == "PUT" and response.status_code in (200, 201):
            made[template].append([case.path_parameters[name] for name in names_of(template) if name not in FIXED])
        if response.status_code == 400 and response.json()["error"]["code"] not in HANDLERS:
            refused.append((method, template, response.request.path_url, response.request.body, response.text))

    send()


schema = schemathesis.openapi.from_url(URL + "/openapi.json")
operations = [result.ok() for result in schema.get_all_operations()]
# A lock or another state of the subscription would refuse all that comes after it, and databases and keys of thousands of
# bits are more than this is about.
operations = [
    operation
    for operation in operations
    if not any(word in operation.path for word in ("/fairlead/", "Fairlead.Postgres", "Fairlead.Tls"))
    and "Microsoft.Authorization" not in operation.path
    and operation.path != "/subscriptions/{subscriptionId}"
]
for method in ("PUT", "PATCH"):
    for operation in operations:
        if operation.method.upper() == method:
            attempt(operation, method, operation.path)

sent = sum(answers.values())
for (method, status), count in sorted(answers.items()):
    print(f"{method} {status}: {count}")
if os.environ.get("REFUSED"):
    with open(os.environ["REFUSED"], "w", encoding="utf-8") as file:
        json.dump(refused, file, default=lambda value: value.decode("utf-8", "replace"))
assert not [status for (_, status) in answers if status >= 500], answers
assert answers["PUT", 201] > sent / 20 and answers["PATCH", 200] > sent / 20, answers
assert len(refused) * 100 <= sent, f"{len(refused)} of {sent} valid requests are refused, as {refused[:5]}"
print(f"ok {sent} requests, {len(refused)} refused")
