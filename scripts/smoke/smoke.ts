import { basic, type Caller, caller } from "./caller.ts";
import { linkedAgent } from "./linked-agent.ts";
import { SmokeFailure } from "./smoke-failure.ts";
import type { SmokeTarget } from "./target.ts";

/**
 * Tests each feature of a deployment once, and leaves nothing behind. `done` is called after each step.
 * @throws SmokeFailure at the first failing step
 */
export async function smoke(target: SmokeTarget, done: (step: string) => void): Promise<void> {
  const call = caller(target.address);
  const admin = basic(target.administrator);
  await ready(call);
  done("ready");
  const keys: string[] = [];
  try {
    for (const account of target.accounts) keys.push(await newKey(call, admin, target, account));
    done("key");
    const field = await readRecords(call, target, keys);
    done("call");
    await emptyFinds(call, target, keys, field);
    done("empty find");
    await challenged(call, target);
    done("challenge");
    await agentLinks(call, admin, target.address);
    done("agent");
    await jobEnds(call, admin);
    done("job");
  } finally {
    for (const key of keys) await call("DELETE", `/api/api-key/${key}`, { authorization: admin });
  }
}

/** Tests the table, KMS and the connection to FileMaker Server. */
async function ready(call: Caller): Promise<void> {
  for (const path of ["/readyz", "/readyz?strict"]) {
    const { status, text } = await call("GET", path);
    if (status !== 200) throw new SmokeFailure(`${path} answers ${status}: ${text}`);
  }
}

async function newKey(
  call: Caller,
  authorization: string,
  { file }: SmokeTarget,
  { user, pass }: SmokeTarget["accounts"][number],
): Promise<string> {
  const body = { databases: [`${file}.fmp12`], label: `Smoke test ${crypto.randomUUID()}`, user, pass, isOData: true };
  const { status, text, body: answer } = await call("POST", "/api/api-key", { authorization, body });
  if (status !== 200) throw new SmokeFailure(`Couldn't create a key for ${user}: ${status} ${text}`);
  return answer.response.key;
}

const layoutOf = ({ file, layout }: SmokeTarget) =>
  `/fmi/data/vLatest/databases/${encodeURIComponent(file)}/layouts/${encodeURIComponent(layout)}`;

/** Reads a record with each key, twice: the second time uses what the first left in memory and table. Returns the name of a field. */
async function readRecords(call: Caller, target: SmokeTarget, keys: readonly string[]): Promise<string> {
  let fields: readonly string[] = [];
  for (const key of [...keys, ...keys]) {
    const authorization = `Bearer ${key}`;
    const { status, text, body } = await call("GET", `${layoutOf(target)}/records?_limit=1`, { authorization });
    if (status !== 200) throw new SmokeFailure(`Couldn't read a record with a key: ${status} ${text}`);
    fields = Object.keys(body.response.data[0].fieldData);
  }
  const [field] = fields;
  if (field === undefined) throw new SmokeFailure(`The layout ${target.layout} has no fields.`);
  return field;
}

/** Tests that a 401 has a challenge: without one, clients don't ask for a password. */
async function challenged(call: Caller, { file }: SmokeTarget): Promise<void> {
  const { status, headers } = await call("GET", `/fmi/odata/v4/${encodeURIComponent(file)}`);
  if (status !== 401) throw new SmokeFailure(`OData without a credential responds with ${status} instead of 401.`);
  if (!/^basic\b/i.test(headers.get("www-authenticate") ?? ""))
    throw new SmokeFailure("OData's 401 response has no WWW-Authenticate: is the edge function deployed?");
}

/** Tests that FileMaker's 500 responses only reach their caller: nothing on the way may cache them for others. */
async function emptyFinds(call: Caller, target: SmokeTarget, keys: readonly string[], field: string): Promise<void> {
  const query = [{ [field]: `==${crypto.randomUUID()}` }];
  const noRecord = 999_999_999;
  const given = new Set<string>();
  for (const key of [...keys, ...keys]) {
    const authorization = `Bearer ${key}`;
    const found = await call("POST", `${layoutOf(target)}/_find`, { authorization, body: { query } });
    const missing = await call("GET", `${layoutOf(target)}/records/${noRecord}`, { authorization });
    for (const [what, { status, headers, body, text }, code] of [
      ["A find without results", found, "401"],
      ["A nonexistent record", missing, "101"],
    ] as const) {
      if (body?.messages?.[0]?.code !== code) throw new SmokeFailure(`${what} answers ${status} ${text}`);
      // API Gateway's own ID: CloudFront would cache it with the response. The emulators have none.
      const id = headers.get("x-amzn-requestid");
      if (headers.has("age") || (id !== null && given.has(id)))
        throw new SmokeFailure(`${what} got the response of another call: errors are being cached.`);
      if (id !== null) given.add(id);
    }
  }
}

/**
 * Tests the agent link with a request and its response. Uses a connected agent, or one on this machine with its own folder instead of
 * FileMaker Server's.
 */
async function agentLinks(call: Caller, authorization: string, address: string): Promise<void> {
  const { body: known } = await call("GET", "/api/agents", { authorization });
  const isLinked = known?.response?.agents.some(({ state }: { readonly state: string }) => state === "linked");
  if (isLinked) {
    const { status, text } = await call("GET", "/api/logs", { authorization });
    if (status !== 200) throw new SmokeFailure(`The agent did not list its logs: ${status} ${text}`);
    return;
  }
  const code = await call("POST", "/api/agents", { authorization, body: { replace: false } });
  if (code.status !== 200) throw new SmokeFailure(`Couldn't enroll an agent: ${code.status} ${code.text}`);
  const agent = await linkedAgent(address, code.body.response.code, call, authorization);
  try {
    const { text, body } = await call("GET", "/api/logs", { authorization });
    const names = (body?.response?.logs ?? []).map(({ name }: { readonly name: string }) => name);
    if (!names.includes("Event.log")) throw new SmokeFailure(`The agent's log is not in the list: ${text}`);
  } finally {
    await agent.stop();
    await call("DELETE", `/api/agents/${agent.id}`, { authorization });
  }
}

/** Tests long-running jobs: the queue, its function, and the end of the job. */
async function jobEnds(call: Caller, authorization: string): Promise<void> {
  const started = await call("POST", "/api/processes", { authorization, body: { kind: "keys.rewrap" } });
  if (started.status !== 202) throw new SmokeFailure(`The process was rejected: ${started.status} ${started.text}`);
  const path = `/api/processes/${started.body.response.processId}`;
  const state = await call.until(path, authorization, ({ process }) => process.endedAt !== null && process.state);
  if (state !== "done")
    throw new SmokeFailure(`Re-encrypting passwords ended with ${state ?? "no result within a minute"}.`);
}
