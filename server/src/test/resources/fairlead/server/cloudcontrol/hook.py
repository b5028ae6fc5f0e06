"""A hook that refuses what is larger than its configuration says, and does what names ask for."""

import json
import time


def answer(status, message="", **more):
    return dict(more, hookStatus=status, message=message)


def hook(event, context):
    point = event["actionInvocationPoint"]
    model = event["requestData"]["targetModel"]
    name = event["requestData"]["targetLogicalId"]
    largest = int(event["hookModel"].get("Largest", 5))
    if name == "raises":
        raise ValueError("can't judge that")
    if name == "garbage":
        return "yes"
    if name == "unknown":
        return answer("PERHAPS")
    if name == "forever":
        return answer("IN_PROGRESS", callbackContext={}, callbackDelaySeconds=3600)
    if name == "echo":
        event["requestData"]["callerCredentials"] = sorted(json.loads(event["requestData"]["callerCredentials"]))
        return answer("FAILED", json.dumps(event, sort_keys=True), errorCode="NonCompliant")
    if name == "later":
        if not event["requestContext"]["callbackContext"]:
            return answer("IN_PROGRESS", callbackContext={"seen": True}, callbackDelaySeconds=1)
        return answer("FAILED", "Asked %d times." % event["requestContext"]["invocation"], errorCode="NonCompliant")
    if point == "DELETE_PRE_PROVISION":
        return answer("FAILED", "It stays.", errorCode="NonCompliant") if name == "kept" else answer("SUCCESS")
    size = int(model["resourceProperties"].get("Size", 0))
    if point == "UPDATE_PRE_PROVISION" and size < int(model["previousResourceProperties"].get("Size", 0)):
        return answer("FAILED", "It must not shrink.", errorCode="NonCompliant")
    if size > largest:
        return answer("FAILED", "Larger than %d." % largest, errorCode="NonCompliant")
    return answer("SUCCESS")
