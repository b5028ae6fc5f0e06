// The pollers of the Azure SDK for JavaScript against a server: node pollers.mjs URL. Prints a line for each that went well.
import assert from "node:assert/strict";
import { createHttpPoller } from "@azure/core-lro";
import { createDefaultHttpClient, createPipelineFromOptions, createPipelineRequest } from "@azure/core-rest-pipeline";

const server = process.argv[2];
const group = "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/default";
const version = "?api-version=2026-11-01";
const slow = { CreateSteps: 1, UpdateSteps: 1, DeleteSteps: 1, StepDelaySeconds: 0.2 };

const client = createDefaultHttpClient();
const pipeline = createPipelineFromOptions({});

async function send(method, url, body) {
  const request = createPipelineRequest({ url, method, allowInsecureConnection: true });
  if (body !== undefined) {
    request.headers.set("Content-Type", "application/json");
    request.body = JSON.stringify(body);
  }
  const response = await pipeline.sendRequest(client, request);
  const parsed = response.bodyAsText ? JSON.parse(response.bodyAsText) : undefined;
  if (response.status >= 400) {
    throw Object.assign(new Error(`${method} ${url}: ${response.status} ${response.bodyAsText}`), { status: response.status });
  }
  const rawResponse = { request, statusCode: response.status, headers: response.headers.toJSON(), body: parsed };
  return { flatResponse: parsed, rawResponse };
}

function begin(method, path, body) {
  return createHttpPoller({
    sendInitialRequest: () => send(method, server + path, body),
    sendPollRequest: (url) => send("GET", new URL(url, server).href),
  });
}

async function check(what, work) {
  await work();
  console.log(`ok ${what}`);
}

for (const type of ["Fairlead.Lab/things", "Test.Lab/things"]) {
  const path = `${group}/providers/${type}/script${version}`;
  await check(`create ${type}`, async () => {
    const made = await begin("PUT", path, { location: "local", properties: { Text: "hello", ...slow } }).pollUntilDone();
    assert.equal(made.properties.provisioningState, "Succeeded");
    assert.equal(made.properties.Text, "hello");
  });
  await check(`update ${type}`, async () => {
    const changed = await begin("PUT", path, { properties: { Text: "changed", ...slow } }).pollUntilDone();
    assert.equal(changed.properties.provisioningState, "Succeeded");
    assert.equal(changed.properties.Text, "changed");
  });
  await check(`patch ${type}`, async () => {
    const patched = await begin("PATCH", path, { properties: { Text: "patched" } }).pollUntilDone();
    assert.equal(patched.properties.provisioningState, "Succeeded");
    assert.equal(patched.properties.Text, "patched");
  });
  await check(`delete ${type}`, async () => {
    await begin("DELETE", path).pollUntilDone();
    await assert.rejects(send("GET", server + path), { status: 404 });
  });
}

await check("a failure is one", async () => {
  const properties = { Fail: { On: "create", Code: "AccessDenied" } };
  const path = `${group}/providers/Fairlead.Lab/things/failing${version}`;
  await assert.rejects(begin("PUT", path, { location: "local", properties }).pollUntilDone(), /AccessDenied|failed/i);
});

await check("a canceled operation ends", async () => {
  const thing = `${group}/providers/Fairlead.Lab/things/endless`;
  const properties = { CreateSteps: 1, StepDelaySeconds: 3600 };
  const poller = begin("PUT", thing + version, { location: "local", properties });
  await poller.submitted();
  await send("POST", `${server}${thing}/cancel${version}`);
  await assert.rejects(poller.pollUntilDone(), /cancel/i);
});

await check("a move", async () => {
  const other = group.replace("default", "other");
  await send("PUT", server + other + version, { location: "local" });
  const thing = `${group}/providers/Fairlead.Lab/things/mover`;
  await begin("PUT", thing + version, { location: "local" }).pollUntilDone();
  await begin("POST", `${group}/moveResources${version}`, { targetResourceGroup: other, resources: [thing] }).pollUntilDone();
  const moved = await send("GET", server + thing.replace("default", "other") + version);
  assert.equal(moved.flatResponse.name, "mover");
});

await check("delete a group", async () => {
  const other = group.replace("default", "other");
  await begin("DELETE", other + version).pollUntilDone();
  await assert.rejects(send("GET", server + other + version), { status: 404 });
});
