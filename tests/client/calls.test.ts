import { afterAll, expect } from "vitest";
import { createClient, isLatchkeyError, type LatchkeyError } from "../../client/latchkey-client.ts";
import { actedKind, left, started, withKinds } from "../jobs/support/acted-kind.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const work = actedKind("test.client");
const service = await testService(withKinds(work));
afterAll(() => service.stop());

const client = createClient({ url: service.baseUrl, key: await service.anAdminKey() });

async function errorOf(call: Promise<unknown>): Promise<LatchkeyError> {
  const thrown: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isLatchkeyError(thrown)) throw new Error("The call didn't fail as expected", { cause: thrown });
  return thrown;
}

verifies("client:calls:sent", async () => {
  const made = await client.keys.createDataApiKey({
    databases: ["Contacts"],
    label: "client / 100 %",
    user: "api",
    pass: "demo-pass",
  });
  expect(made.key).toMatch(/^dk_/);
  const document = {
    type: "doc",
    content: [{ type: "paragraph", content: [{ type: "text", text: "From the client" }] }],
  };
  // A path parameter with characters that a path must encode.
  await client.notes.putFileNote({ filename: "Contacts & more.fmp12", document });
  const { note } = await client.notes.getFileNote({ filename: "Contacts & more.fmp12" });
  expect(note.excerpt).toContain("From the client");
  const found = await client.processes.listProcesses({ state: "open", limit: 5 });
  expect(found.processes).toEqual([]);
  expect(await client.system.getHealth()).toEqual({ ok: true });
  expect(await client.system.getErrorsPage()).toContain("key_not_found");
});

verifies("client:errors:named", async () => {
  const error = await errorOf(client.keys.getDataApiKey({ key: "999" }));
  if (error.name !== "key_not_found") throw new Error(`Another error: ${error.name}`);
  expect(error).toMatchObject({ status: 404, code: expect.any(Number), operation: "keys.getDataApiKey" });
  expect(error.message).not.toBe("");
  expect(error.requestId).toMatch(/./);
  const other = createClient({ url: service.baseUrl, key: "ak_unknown" });
  expect((await errorOf(other.keys.listDataApiKeys())).status).toBe(401);
});

verifies("client:errors:named", "a server that isn't there, or isn't Latchkey, is named as such", async () => {
  const nowhere = createClient({ url: "http://127.0.0.1:1/svc", maxRetries: 0 });
  const unreachable = await errorOf(nowhere.system.getInformation());
  expect(unreachable).toMatchObject({ name: "unreachable", status: 0 });
  expect(unreachable.message).toContain("127.0.0.1:1");
  const another = createClient({ url: service.sandbox.origin, maxRetries: 0 });
  expect((await errorOf(another.system.getInformation())).name).toBe("unknown_response");
});

verifies("client:pages:all", async () => {
  for (const label of ["one", "two", "three"]) await service.aKey({ label });
  const labels: string[] = [];
  for await (const page of client.keys.listDataApiKeys.pages({ limit: 2 })) {
    expect(page["api-keys"].length).toBeLessThanOrEqual(2);
    labels.push(...page["api-keys"].map(({ label }) => String(label)));
  }
  expect(labels).toEqual(expect.arrayContaining(["one", "two", "three"]));
  expect(new Set(labels).size).toBe(labels.length);
});

verifies("client:processes:awaited", async () => {
  work.act = async () => ({ end: "done" });
  const states: string[] = [];
  const processId = await started(service, work);
  const ended = await client.waitFor({ processId }, { onProgress: ({ state }) => states.push(state) });
  expect(ended).toMatchObject({ id: processId, state: "done" });
  expect(states.at(-1)).toBe("done");
  // Operations that answer with bytes return the response.
  expect((await client.processes.readProcessLogText({ id: processId })).headers.get("Content-Type")).toMatch(
    /^text\/plain/,
  );
});

verifies(
  "client:processes:awaited",
  "a process that fails or takes too long is an error with the process",
  async () => {
    work.act = async () => ({ end: "crashed", reason: "The disk is full" });
    const failed = await errorOf(client.waitFor(await started(service, work)));
    expect(failed).toMatchObject({ name: "process_failed", process: { state: "crashed" } });
    expect(failed.message).toContain("The disk is full");
    work.act = async (step) => {
      await left(step);
      return { end: "done" };
    };
    const id = await started(service, work);
    const late = await errorOf(client.waitFor(id, { timeoutSeconds: 0.01 }));
    expect(late).toMatchObject({ name: "wait_timeout", process: { id } });
    await client.processes.abortProcess({ id });
  },
);

verifies("client:events:followed", "changes are yielded as they happen", async () => {
  const { position } = await client.events.followEvents();
  await service.aKey({ label: "seen" });
  for await (const change of client.follow({ since: position })) {
    if (change.kind === "missed") throw new Error("Nothing was missed");
    if (change.object.startsWith("data-key:")) break;
  }
});

verifies("client:calls:aborted", async () => {
  const controller = new AbortController();
  const follows = (async () => {
    for await (const _ of client.follow({ signal: controller.signal })) throw new Error("Nothing changes here");
  })();
  controller.abort(new Error("enough"));
  await expect(follows).rejects.toThrow("enough");
  await expect(client.system.getInformation({}, { signal: controller.signal })).rejects.toThrow("enough");
});
