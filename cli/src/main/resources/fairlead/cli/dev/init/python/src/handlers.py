"""Keeps each @thing@ in a file. Replace the files by what you really manage.

A file holds the properties, and beside them the token of the request that made it: by the token, a create that is
repeated because its answer was lost is told from one that meets somebody else's @thing@.
"""

import datetime
import json
import os
import tempfile


class Failed(Exception):
    """The request can't be met; the code is one of the handler contract's."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def resource(event, context):
    """Answers one request of the CloudFormation protocol with a progress event."""
    data = event["requestData"]
    model = data.get("resourceProperties") or {}
    things = Things((data.get("typeConfiguration") or {}).get("Folder", os.path.expanduser("~/@file@")))
    try:
        match event["action"]:
            case "CREATE":
                return {"status": "SUCCESS", "resourceModel": things.create(model, event["bearerToken"])}
            case "READ":
                return {"status": "SUCCESS", "resourceModel": things.load(model["Name"])["properties"]}
            case "UPDATE":
                return {"status": "SUCCESS", "resourceModel": things.update(model)}
            case "DELETE":
                things.delete(model["Name"])
                return {"status": "SUCCESS"}
            case "LIST":
                return things.page(event.get("nextToken"), event.get("maxResults") or 100)
            case action:
                raise Failed("InvalidRequest", f"There is no action {action}.")
    except Failed as failure:
        return {"status": "FAILED", "errorCode": failure.code, "message": str(failure)}
    except OSError as failure:
        # A full disk may be emptied: with this code, Fairlead tries again.
        return {"status": "FAILED", "errorCode": "ServiceInternalError", "message": f"The folder can't be used: {failure}"}


class Things:
    """All of them, in a folder."""

    def __init__(self, folder):
        self.folder = folder

    def create(self, model, token):
        properties = {**model, "MadeAt": datetime.datetime.now(datetime.timezone.utc).isoformat()}
        fresh = self.write(token, properties)
        try:
            # A link is made by one of many at once, and the others learn that it is there.
            os.link(fresh, self.file(model["Name"]))
            return properties
        except FileExistsError:
            there = self.load(model["Name"])
            if there["token"] != token:
                raise Failed("AlreadyExists", "There is a @thing@ of that name already.") from None
            return there["properties"]
        finally:
            os.unlink(fresh)

    def update(self, model):
        there = self.load(model["Name"])
        properties = {**model, "MadeAt": there["properties"]["MadeAt"]}
        os.replace(self.write(there["token"], properties), self.file(model["Name"]))
        return properties

    def delete(self, name):
        try:
            os.unlink(self.file(name))
        except FileNotFoundError:
            raise not_found() from None

    def page(self, token, limit):
        """A page begins behind the name that is its token."""
        if not os.path.isdir(self.folder):
            return {"status": "SUCCESS", "resourceModels": []}
        names = sorted(name[:-5] for name in os.listdir(self.folder) if name.endswith(".json"))
        rest = [name for name in names if token is None or name > token]
        answer = {"status": "SUCCESS", "resourceModels": [{"Name": name} for name in rest[:limit]]}
        if len(rest) > limit:
            answer["nextToken"] = rest[limit - 1]
        return answer

    def file(self, name):
        """The schema's pattern keeps everything out of a name that means something in a path."""
        return os.path.join(self.folder, name + ".json")

    def load(self, name):
        try:
            with open(self.file(name), encoding="utf-8") as file:
                return json.load(file)
        except FileNotFoundError:
            raise not_found() from None

    def write(self, token, properties):
        """Writes a whole new file beside the one that it will become, so that nobody ever reads half of one."""
        os.makedirs(self.folder, exist_ok=True)
        handle, fresh = tempfile.mkstemp(dir=self.folder)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump({"token": token, "properties": properties}, file)
        return fresh


def not_found():
    return Failed("NotFound", "There is no @thing@ of that name.")
