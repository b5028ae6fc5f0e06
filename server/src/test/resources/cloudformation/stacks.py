"""The AWS CLI and stacks: stacks.py URL. Each check that holds is a line that begins with "ok".

The commands run one after the other in this process, since to load the CLI takes longer than most of them."""

import contextlib
import io
import json
import os
import re
import sys
import time
import urllib.request

from awscli.clidriver import create_clidriver

os.environ.update(
    AWS_ENDPOINT_URL=sys.argv[1],
    AWS_ACCESS_KEY_ID="key",
    AWS_SECRET_ACCESS_KEY="secret",
    AWS_DEFAULT_REGION="local",
    AWS_PAGER="",
    AWS_EC2_METADATA_DISABLED="true",
)

STACK = """
AWSTemplateFormatVersion: 2010-09-09
Description: things
Parameters:
  Text: {Type: String, Default: one}
Resources:
  First:
    Type: Fairlead::Lab::Thing
    Properties: {Text: !Ref Text}
  Second:
    Type: Fairlead::Lab::Thing
    Properties: {Text: !Sub "after ${First}"}
Outputs:
  First: {Value: !Ref First, Export: {Name: first}}
"""

INNER = """
Parameters:
  Text: {Type: String}
Resources:
  Thing:
    Type: Fairlead::Lab::Thing
    Properties: {Text: !Ref Text}
Outputs:
  Thing: {Value: !Ref Thing}
"""

OUTER = """
Parameters:
  Text: {Type: String, Default: one}
Resources:
  Inner:
    Type: AWS::CloudFormation::Stack
    Properties:
      TemplateURL: inner.yaml
      Parameters: {Text: !Ref Text}
  After:
    Type: Fairlead::Lab::Thing
    Properties: {Text: !GetAtt Inner.Outputs.Thing}
Outputs:
  Inner: {Value: !Ref Inner}
  Thing: {Value: !GetAtt Inner.Outputs.Thing}
"""

KEPT = """
Resources:
  Thing:
    Type: Fairlead::Lab::Thing
    DeletionPolicy: Retain
    Properties: {Text: kept}
Outputs:
  Thing: {Value: !Ref Thing}
"""

WAITING = """
Resources:
  Handle: {Type: AWS::CloudFormation::WaitConditionHandle}
  Wait:
    Type: AWS::CloudFormation::WaitCondition
    Properties: {Handle: !Ref Handle, Timeout: 600, Count: 1}
  Thing:
    Type: Fairlead::Lab::Thing
    CreationPolicy: {ResourceSignal: {Timeout: PT10M}}
    Properties: {Text: waiting}
Outputs:
  Data: {Value: !GetAtt Wait.Data}
"""


def called(arguments):
    """The exit code of a command, and what it has said: its results and its errors."""
    if "deploy" in arguments:
        # The CLI calls a change set by the second in which it makes it.
        time.sleep(1.1)
    said = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2)]
    with contextlib.redirect_stdout(said[0]), contextlib.redirect_stderr(said[1]):
        try:
            code = create_clidriver().main(["--output", "text", *arguments])
        except SystemExit as end:
            code = end.code
    return code, *(stream.buffer.getvalue().decode().strip() for stream in said)


def run(*arguments):
    code, results, errors = called(arguments)
    if code != 0:
        sys.exit(f"not ok {' '.join(arguments)}: {errors or results}")
    return results


def cloudformation(*arguments):
    return run("cloudformation", *arguments)


def refused(*arguments):
    code, results, errors = called(["cloudformation", *arguments])
    return "accepted" if code == 0 else re.sub(r"^.*operation: ", "", (errors or results).splitlines()[-1])


def check(what, found, expected):
    if found != expected:
        sys.exit(f"not ok {what}: expected {expected}, found {found}")
    print(f"ok {what}", flush=True)


def stack(name, query):
    return cloudformation("describe-stacks", "--stack-name", name, "--query", f"Stacks[0].{query}")


def write(name, text):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)


def deploy(name, file, *more):
    return cloudformation("deploy", "--stack-name", name, "--template-file", file, *more)


def one_stack():
    write("stack.yaml", STACK)
    deploy("things", "stack.yaml", "--tags", "team=blue")
    check("deploys a stack", stack("things", "StackStatus"), "CREATE_COMPLETE")
    first = stack("things", "Outputs[0].OutputValue")
    found = run("cloudcontrol", "get-resource", "--type-name", "Fairlead::Lab::Thing", "--identifier", first,
                "--query", "ResourceDescription.Identifier")
    check("tells an output", found, first)
    check("tells the tags", stack("things", "Tags[0].Value"), "blue")
    check("exports", cloudformation("list-exports", "--query", "Exports[].Name"), "first")
    same = deploy("things", "stack.yaml", "--tags", "team=blue", "--no-fail-on-empty-changeset")
    check("has nothing to deploy", "No changes to deploy. Stack things is up to date" in same, True)
    deploy("things", "stack.yaml", "--parameter-overrides", "Text=two")
    check("deploys a change", stack("things", "StackStatus"), "UPDATE_COMPLETE")
    kept = cloudformation("describe-stack-resource", "--stack-name", "things", "--logical-resource-id", "First",
                          "--query", "StackResourceDetail.PhysicalResourceId")
    check("keeps the resource", kept, first)
    check("waits for no update",
          refused("update-stack", "--stack-name", "things", "--use-previous-template",
                  "--parameters", "ParameterKey=Text,UsePreviousValue=true"),
          "No updates are to be performed.")
    named = ["--stack-name", "things", "--change-set-name", "next"]
    cloudformation("create-change-set", *named, "--use-previous-template",
                   "--parameters", "ParameterKey=Text,ParameterValue=three")
    cloudformation("wait", "change-set-create-complete", *named)
    check("reviews a change",
          cloudformation("describe-change-set", *named, "--query",
                         "Changes[].ResourceChange.[Action,LogicalResourceId,Replacement]"),
          "Modify\tFirst\tFalse")
    cloudformation("execute-change-set", *named)
    cloudformation("wait", "stack-update-complete", "--stack-name", "things")
    check("executes a change set", stack("things", "StackStatus"), "UPDATE_COMPLETE")
    check("knows its template",
          cloudformation("get-template-summary", "--stack-name", "things", "--query", "Parameters[].ParameterKey"),
          "Text")
    described = cloudformation("validate-template", "--template-body", "file://stack.yaml", "--query", "Description")
    check("validates a template", described, "things")
    cloudformation("detect-stack-drift", "--stack-name", "things")
    check("finds no drift",
          cloudformation("describe-stack-resource-drifts", "--stack-name", "things",
                         "--query", "StackResourceDrifts[].StackResourceDriftStatus"),
          "IN_SYNC\tIN_SYNC")
    protection = ["update-termination-protection", "--stack-name", "things"]
    cloudformation(*protection, "--enable-termination-protection")
    check("protects a stack", refused("delete-stack", "--stack-name", "things"),
          "Stack [things] cannot be deleted while TerminationProtection is enabled")
    cloudformation(*protection, "--no-enable-termination-protection")


def nested_stacks():
    write("inner.yaml", INNER)
    write("outer.yaml", OUTER)
    cloudformation("package", "--template-file", "outer.yaml", "--s3-bucket", "templates",
                   "--output-template-file", "packed.yaml")
    deploy("outer", "packed.yaml")
    check("deploys a nested stack", stack("outer", "StackStatus"), "CREATE_COMPLETE")
    inner = stack("outer", "Outputs[?OutputKey=='Inner'].OutputValue | [0]")
    check("knows the stack that has it", stack(inner, "RootId"), stack("outer", "StackId"))
    thing = stack("outer", "Outputs[?OutputKey=='Thing'].OutputValue | [0]")
    check("tells its output", thing, stack(inner, "Outputs[0].OutputValue"))
    deploy("outer", "packed.yaml", "--parameter-overrides", "Text=two")
    check("deploys a change of it", stack(inner, "StackStatus"), "UPDATE_COMPLETE")
    delete("outer")
    check("deletes it with the stack that has it", stack(inner, "StackStatus"), "DELETE_COMPLETE")


def imports():
    write("kept.yaml", KEPT)
    deploy("maker", "kept.yaml")
    thing = stack("maker", "Outputs[0].OutputValue")
    delete("maker")
    write("taken.yaml", KEPT.split("Outputs:")[0])
    named = ["--stack-name", "taker", "--change-set-name", "take"]
    resource = {"ResourceType": "Fairlead::Lab::Thing", "LogicalResourceId": "Thing", "ResourceIdentifier": {"Id": thing}}
    cloudformation("create-change-set", *named, "--change-set-type", "IMPORT", "--template-body", "file://taken.yaml",
                   "--resources-to-import", json.dumps([resource]))
    cloudformation("wait", "change-set-create-complete", *named)
    check("reviews an import",
          cloudformation("describe-change-set", *named, "--query",
                         "Changes[].ResourceChange.[Action,PhysicalResourceId]"),
          f"Import\t{thing}")
    cloudformation("execute-change-set", *named)
    cloudformation("wait", "stack-import-complete", "--stack-name", "taker")
    check("imports a resource", stack("taker", "StackStatus"), "IMPORT_COMPLETE")
    write("gone.yaml", KEPT.split("Outputs:")[0].replace("DeletionPolicy: Retain", "DeletionPolicy: Delete"))
    deploy("taker", "gone.yaml")
    delete("taker")


def signals():
    write("waiting.yaml", WAITING)
    cloudformation("create-stack", "--stack-name", "waiting", "--template-body", "file://waiting.yaml")
    resource = ["describe-stack-resource", "--stack-name", "waiting", "--query",
                "StackResourceDetail.PhysicalResourceId", "--logical-resource-id"]
    until(lambda: called(["cloudformation", *resource, "Handle"])[1].startswith("http"))
    address = cloudformation(*resource, "Handle")
    body = json.dumps({"Status": "SUCCESS", "Reason": "up", "UniqueId": "one", "Data": "here"}).encode()
    urllib.request.urlopen(urllib.request.Request(address, body, {"Content-Type": ""}, method="PUT")).close()
    until(lambda: called(["cloudformation", *resource, "Thing"])[1] not in ("", "None"))
    cloudformation("signal-resource", "--stack-name", "waiting", "--logical-resource-id", "Thing",
                   "--unique-id", "two", "--status", "SUCCESS")
    cloudformation("wait", "stack-create-complete", "--stack-name", "waiting")
    check("waits for signals", stack("waiting", "Outputs[0].OutputValue"), '{"one":"here"}')
    delete("waiting")


def until(holds):
    for _ in range(100):
        if holds():
            return
        time.sleep(0.1)
    sys.exit("not ok: it did not come to that within ten seconds")


def delete(name):
    cloudformation("delete-stack", "--stack-name", name)
    cloudformation("wait", "stack-delete-complete", "--stack-name", name)


one_stack()
nested_stacks()
imports()
signals()
delete("things")
check("deletes a stack", refused("describe-stacks", "--stack-name", "things"), "Stack with id things does not exist")
left = run("cloudcontrol", "list-resources", "--type-name", "Fairlead::Lab::Thing",
           "--query", "ResourceDescriptions[].Identifier")
check("deletes what it has made", left, "")
check("prepares for the CDK",
      run("ssm", "get-parameter", "--name", "/cdk-bootstrap/hnb659fds/version", "--query", "Parameter.Value"), "30")
