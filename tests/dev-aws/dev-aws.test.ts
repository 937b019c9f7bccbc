import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import {
  GetQueueAttributesCommand,
  ListQueuesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { afterAll, expect } from "vitest";
import { apiDescription } from "#shared/system/api-description.ts";
import { call } from "../support/http/call.ts";
import { devAws } from "../support/programs/dev-aws.ts";
import { adminAccount } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { agentLink } from "./agent-link.ts";
import { walk } from "./walk.ts";

/** Returns a function for this test only: it answers a fixed text, and records messages from a queue. */
const probe = (folder: string, word: string) => `
import { appendFileSync } from "node:fs";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
const client = new SQSClient({});
let running = 0;
export const handler = async (event) => {
  if (event.queryStringParameters?.overlap) {
    running += 1;
    const body = String(running);
    await new Promise((done) => setTimeout(done, 300));
    running -= 1;
    return { statusCode: 200, body };
  }
  if (event.Records === undefined) return { statusCode: 200, body: "${word}" };
  if (event.Records[0].body === "loop") {
    appendFileSync(${JSON.stringify(join(folder, "loops"))}, "loop\\n");
    await client.send(new SendMessageCommand({ QueueUrl: process.env.PROBE_QUEUE, MessageBody: "loop" }));
    return { batchItemFailures: [] };
  }
  for (const { body } of event.Records) appendFileSync(${JSON.stringify(join(folder, "received"))}, body + "\\n");
  const failed = event.Records.filter(({ body }) => body.startsWith("back"));
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
};
`;

const probeQueues = `
    DeadProbes: { Type: AWS::SQS::Queue }
    ProbeQueue:
      Type: AWS::SQS::Queue
      Properties: { RedrivePolicy: { deadLetterTargetArn: !GetAtt DeadProbes.Arn, maxReceiveCount: 5 } }
`;

function withProbe(folder: string): void {
  const file = join(folder, "serverless.yml");
  const lines = readFileSync(file, "utf8")
    .replace(
      "\nfunctions:\n",
      `\nfunctions:
  probe:
    handler: functions/probe/lambda.handler
    timeout: 5
    environment: { PROBE_QUEUE: !Ref ProbeQueue }
    events:
      - http: { method: GET, path: "\${param:prefix}/probe" }
      - sqs: { arn: !GetAtt ProbeQueue.Arn, batchSize: 4 }
`,
    )
    .replace("\n  Resources:\n", `\n  Resources:\n${probeQueues}`);
  writeFileSync(file, lines);
  mkdirSync(join(folder, "functions/probe"));
  writeFileSync(join(folder, "functions/probe/lambda.ts"), probe(folder, "one"));
}

const stage = await devAws({ prepare: withProbe });
const { baseUrl, folder } = stage;
const records = "/svc/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records?_limit=1";
// First of all: they are counted while other tests run.
const countedKey = await threeCalls();
const smokeTest = await smokeOn(stage.baseUrl);
// Last of all: this agent replaces the one that the command has started.
let endLinks = async () => {};
afterAll(async () => {
  await endLinks();
  await stage.stop();
});

/** Runs the command as a user would, on the local stand-in for a deployment. */
async function smokeOn(origin: string) {
  const variables = {
    ...{ ADMIN_USER: "admin", ADMIN_PASSWORD: "admin-pass", SMOKE_FILE: "Contacts", SMOKE_LAYOUT: "Contacts" },
    ...{ SMOKE_USER: "api", SMOKE_PASSWORD: "demo-pass", SMOKE_USER_2: "readonly", SMOKE_PASSWORD_2: "readonly-pass" },
  };
  const program = new URL("../../scripts/smoke.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [program, `--address=${origin}/svc`], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, ...variables },
  });
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { stdout, stderr, status };
}

/** Makes three calls with a separate key. Returns the name under which they are counted, and the start time. */
async function threeCalls() {
  const headers = { Authorization: adminAccount };
  const json = { databases: ["Contacts.fmp12"], label: "Counted", user: "api", pass: "demo-pass" };
  const { key } = (await call(baseUrl, "POST", "/svc/api/api-key", { headers, json })).body.response;
  for (let done = 0; done < 3; done += 1) expect(await call(baseUrl, "GET", records, { key })).toSucceed();
  const { id } = (await call(baseUrl, "GET", `/svc/api/api-key/${key}`, { headers })).body.response;
  return { name: `data-key:${id}`, from: new Date(Date.now() - 30 * 60_000).toISOString() };
}

verifies("runtime:aws:smoke", () => {
  expect(smokeTest.stderr).toBe("");
  const steps = smokeTest.stdout
    .trim()
    .split("\n")
    .map((line) => line.replace(/ +\d+ ms$/, ""));
  expect(steps).toEqual(["ready", "key", "call", "empty find", "challenge", "agent", "job"]);
  expect(smokeTest.status).toBe(0);
});

verifies("runtime:aws:dev-key", async () => {
  const made = await call(baseUrl, "POST", "/svc/api/api-key", {
    headers: { Authorization: adminAccount },
    json: { databases: ["Contacts.fmp12"], label: "Web shop", user: "api", pass: "demo-pass" },
  });
  expect(made).toSucceed();
  const answer = await call(baseUrl, "GET", records, { key: made.body.response.key });
  expect(answer).toSucceed();
  expect(answer.body.response.data[0].fieldData).toMatchObject({ firstName: "Ada" });
  const listed = await call(baseUrl, "GET", "/svc/api/api-key", { headers: { Authorization: adminAccount } });
  expect(JSON.stringify(listed.body.response)).toContain("Web shop");
  expect((await call(baseUrl, "GET", "/svc/readyz")).status).toBe(200);
});

verifies(
  "runtime:aws:dev-key",
  "the request printed at startup works unchanged, and the key is shown nowhere else",
  async () => {
    const [, key = "", path = ""] = /Bearer (\S+)' 'http:\/\/[^/]+(\S+)'/.exec(stage.announcement) ?? [];
    expect(await call(baseUrl, "GET", path, { key })).toSucceed();
    const hidden = await call(baseUrl, "GET", `/svc/api/api-key/${key}`, { headers: { Authorization: adminAccount } });
    expect(hidden).toSucceed();
    expect(stage.printed().replace(stage.announcement, "")).not.toContain(key);
  },
);

verifies("system:docs:openapi", "on AWS, from the bundle that contains it compressed", async () => {
  const answer = await call(baseUrl, "GET", "/svc/apidoc/openapi.json");
  expect(answer.body).toEqual(JSON.parse(JSON.stringify(await apiDescription("svc"))));
});

verifies("processes:view:by-id", "on AWS, the queue passes work to the function that does it", async () => {
  const headers = { Authorization: adminAccount };
  const accepted = await call(baseUrl, "POST", "/svc/api/processes", { headers, json: { kind: "keys.rewrap" } });
  expect(accepted.status).toBe(202);
  const { processId } = accepted.body.response;
  for (;;) {
    const { process } = (await call(baseUrl, "GET", `/svc/api/processes/${processId}`, { headers })).body.response;
    if (process.endedAt === null) continue;
    expect(process).toMatchObject({ state: "done", startedBy: "account:admin" });
    break;
  }
  const { events } = (await call(baseUrl, "GET", "/svc/api/events?since=0", { headers })).body.response;
  expect(events).toContainEqual(expect.objectContaining({ object: `process:${processId}` }));
});

verifies("processes:start:at", "on AWS, its schedule is stored, and deleted when it is aborted", async () => {
  const headers = { Authorization: adminAccount };
  const json = { kind: "keys.rewrap", startAt: new Date(Date.now() + 24 * 3_600_000).toISOString() };
  const accepted = await call(baseUrl, "POST", "/svc/api/processes", { headers, json });
  expect(accepted.status).toBe(202);
  const { processId } = accepted.body.response;
  const aborted = await call(baseUrl, "POST", `/svc/api/processes/${processId}/abort`, { headers });
  expect(aborted.body.response.process).toMatchObject({ state: "aborted", startAt: json.startAt });
  expect(stage.printed()).not.toMatch(/enqueue_failed|unschedule_failed/);
});

verifies("webhooks:receive:accepted", "on AWS, its queue passes it to the function that delivers it", async () => {
  const headers = { Authorization: adminAccount };
  const key = { databases: ["Contacts.fmp12"], label: "Shop", user: "api", pass: "demo-pass" };
  const made = await call(baseUrl, "POST", "/svc/api/api-key", { headers, json: key });
  const hook = { channel: "orders", filename: "Contacts", label: "Orders", settings: { answerMode: "accepted" } };
  expect(await call(baseUrl, "POST", "/svc/api/webhooks", { headers, json: hook })).toSucceed();
  const sent = { key: made.body.response.key, json: { order: 7 } };
  const answer = await call(baseUrl, "POST", "/svc/receiver/Contacts/orders", sent);
  expect(answer.body).toMatchObject({ success: true, queued: true });
  for (;;) {
    const found = await call(baseUrl, "GET", `/svc/api/deliveries/${answer.body.deliveryId}`, { headers });
    const { delivery } = found.body.response;
    if (delivery.state === "pending") continue;
    expect(delivery).toMatchObject({ state: "delivered", attempts: 1 });
    break;
  }
});

verifies("mcp:admin:endpoint", "on AWS, its tools call the stack's REST API with the caller's key", async () => {
  const json = { label: "Assistant", user: "admin", pass: "admin-pass" };
  const made = await call(baseUrl, "POST", "/svc/api/admin-api-key", {
    headers: { Authorization: adminAccount },
    json,
  });
  const headers = { Authorization: `Bearer ${made.body.response.key}`, Accept: "application/json, text/event-stream" };
  const answered = async (name: string, given: object) => {
    const params = { name, arguments: given };
    const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    return (await call(baseUrl, "POST", "/svc/admin-mcp", { headers, json: request })).body.result;
  };
  const file = await answered("get_file", { file: "Contacts" });
  expect(file.structuredContent).toMatchObject({ file: { filename: "Contacts.fmp12", state: "normal" } });
  const noted = await answered("set_file_note", { file: "Contacts", text: "By an assistant" });
  expect(noted.structuredContent).toMatchObject({ done: true });
  const unknown = await answered("get_file", { file: "Nothing" });
  expect(unknown).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/error \d+/) }] });
});

for (const [title, step] of Object.entries(walk(stage))) verifies("runtime:aws:dev-walk", title, step);

verifies("runtime:aws:dev-usage", async () => {
  const question = new URLSearchParams({ metric: "calls", from: countedKey.from, key: countedKey.name });
  const counted = async () => {
    const headers = { Authorization: adminAccount };
    const answer = await call(baseUrl, "GET", `/svc/api/usage?${question}`, { headers });
    expect(answer).toSucceed();
    return answer.body.response.series.map(({ total }: { readonly total: number }) => total);
  };
  // A minute is aggregated by the stack's own schedule, up to three minutes after its calls.
  await expect.poll(counted, { interval: 1_000 }).toEqual([3]);
});

const queueClient = () =>
  new SQSClient({
    endpoint: stage.endpoint("SQS"),
    region: "eu-central-1",
    credentials: { accessKeyId: "any", secretAccessKey: "any" },
  });

/** Returns the address of a queue by its name in the template. */
async function queueUrl(client: SQSClient, name: string): Promise<string | undefined> {
  const { QueueUrls = [] } = await client.send(new ListQueuesCommand({ QueueNamePrefix: `latchkey-dev-${name}-` }));
  return QueueUrls[0];
}

verifies("runtime:aws:dev-loop", async () => {
  const client = queueClient();
  const dead = await queueUrl(client, "DeadProbes");
  await client.send(new SendMessageCommand({ QueueUrl: await queueUrl(client, "ProbeQueue"), MessageBody: "loop" }));
  const given = new ReceiveMessageCommand({ QueueUrl: dead, WaitTimeSeconds: 20 });
  const { Messages } = await client.send(given);
  expect(Messages).toMatchObject([{ Body: "loop" }]);
  expect(readFileSync(join(folder, "loops"), "utf8").trim().split("\n")).toHaveLength(16);
  client.destroy();
});

verifies("runtime:aws:dev-edge", "an instance has one call at a time", async () => {
  const overlapping = () => Promise.all([1, 2].map(() => call(baseUrl, "GET", "/svc/probe?overlap=1")));
  // On a busy machine, the start of an instance can exceed the probe's timeout.
  let answers = await overlapping();
  while (answers.some(({ status }) => status === 504)) answers = await overlapping();
  expect(answers.map(({ text }) => text)).toEqual(["1", "1"]);
});

verifies("runtime:aws:dev-edge", "with the settings of the stack's own distribution", async () => {
  const headers = { "X-Long": "x".repeat(10_240) };
  expect((await call(baseUrl, "GET", "/svc/healthz", { headers })).status).toBe(431);
  const [, apiUrl = ""] = /refuses direct calls: (\S+)/.exec(stage.announcement) ?? [];
  expect(await call(apiUrl, "GET", "/svc/readyz")).toRefuseWith("direct_call_refused");
  expect((await call(baseUrl, "GET", "/svc/readyz")).status).toBe(200);
  const challenge = await call(baseUrl, "GET", "/svc/fmi/odata/v4/Contacts");
  expect([challenge.status, challenge.headers["www-authenticate"]]).toEqual([401, 'Basic realm="FileMaker OData"']);
  // Not a file of the console, which is in a bucket on AWS.
  expect((await call(baseUrl, "GET", "/")).status).toBe(404);
});

verifies("runtime:aws:dev-queue", async () => {
  const client = queueClient();
  const QueueUrl = await queueUrl(client, "ProbeQueue");
  const bodies = ["one", "back", "two", "three", "four"];
  const Entries = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
  await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  const received = () =>
    existsSync(join(folder, "received")) ? readFileSync(join(folder, "received"), "utf8").trim().split("\n") : [];
  const left = async () => {
    const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["All"] });
    const { Attributes = {} } = await client.send(command);
    return [Attributes.ApproximateNumberOfMessages, Attributes.ApproximateNumberOfMessagesNotVisible];
  };
  while (new Set(received()).size < bodies.length || (await left()).join() !== "0,1") await left();
  expect(received().toSorted()).toEqual(bodies.toSorted());
  client.destroy();
});

endLinks = agentLink(stage);

verifies("runtime:aws:dev-reload", async () => {
  expect((await call(baseUrl, "GET", "/svc/probe")).text).toBe("one");
  for (let asked = 0, writeAt = 0; ; asked += 1) {
    // Written repeatedly, since the watcher may not have started yet; at growing intervals, since each write rebuilds all functions.
    if (asked >= writeAt) {
      writeFileSync(join(folder, "functions/probe/lambda.ts"), probe(folder, "two"));
      writeAt = Math.max(100, 4 * writeAt);
    }
    // A call that is pending while its worker is replaced ends by its timeout, or with the worker.
    const { text, status } = await call(baseUrl, "GET", "/svc/probe");
    if (text === "two") break;
    expect([502, 504].includes(status) || text === "one", `${status} ${text}`).toBe(true);
  }
});

verifies("runtime:aws:dev-stop", async () => {
  expect(stage.isAlive()).toBe(true);
  await stage.stop();
  expect(stage.isAlive()).toBe(false);
  expect(stage.leftBehind()).toEqual([]);
});
