import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { removals } from "../../local-agent/browser/removals.ts";
import { hostUploads } from "../../local-agent/browser/uploads/host-uploads.ts";
import { systemClock } from "../../local-agent/clock.ts";
import { hostAt } from "../../local-agent/host.ts";
import { Refused } from "../../local-agent/refused.ts";
import { catalogue } from "../../local-agent/requests/catalogue.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aHost } from "./support/a-host.ts";
import { agentClientOf, anAgent } from "./support/an-agent.ts";

const service = await testService();
const host = aHost();
const agent = await anAgent(service, host);
afterAll(async () => {
  await agent.stop();
  await service.stop();
  host.remove();
});

const deadline = { deadlineMs: 60_000 };
const list = (path: string, cursor?: string) =>
  agentClientOf(service).request(
    "file.list",
    { root: "documents", path, ...(cursor !== undefined && { cursor }) },
    deadline,
  );
const target = { linkAddress: "ws://127.0.0.1:1/svc/agent", authorization: () => "" };
/** Catalog of the agent's commands, called directly to test what the service would never send. */
const perform = catalogue({
  restarts: () => 0,
  check: async () => [],
  host: hostAt(host.path),
  clock: systemClock,
  fmsadminMs: 1,
  transferTarget: target,
  worker: { start: () => ({ state: "busy" }), abort: () => undefined },
  servers: () => {
    throw new Refused("failed", "there is no server");
  },
  removals: removals(hostAt(host.path), host.folder),
  uploads: hostUploads({ host: hostAt(host.path), folder: host.folder, clock: systemClock, transferTarget: target }),
});
const attempt = (command: string, fields: unknown) => perform(command, fields, { started: () => undefined });

verifies("agent:command:known", async () => {
  for (const [command, fields] of [
    ["shell.run", { line: "id" }],
    ["constructor", {}],
    ["file.list", { root: "documents", path: "", extra: true }],
    ["file.list", { root: "etc", path: "" }],
    ["fmsadmin.run", { run: { task: "stop" }, user: "a", pass: "b" }],
    ["fmsadmin.run", { run: { task: "open", files: ["--key"] }, user: "a", pass: "b" }],
    ["log.readRange", { name: "../Event.log", start: 0, length: 1 }],
  ] as const)
    expect(await attempt(command, fields)).toMatchObject({ ok: false, fault: "unknown-command" });
});

verifies("agent:command:known", "large folders are listed in pages, in order", async () => {
  const names = Array.from({ length: 230 }, (_, index) => `note ${String(index).padStart(3, "0")} ä.txt`);
  for (const name of names) host.write(`Data/Documents/notes/${name}`, name);
  const found: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await list("notes", cursor);
    found.push(...page.entries.map(({ name }) => name));
    if (page.cursor === null) break;
    cursor = page.cursor;
  }
  expect(found).toEqual(names);
});

verifies("agent:files:below-roots", "path segments can't lead upward or contain a path", async () => {
  for (const path of ["..", "notes/../..", "/etc", "a//b", "./notes", "a\\..\\b", "a\0b", "notes/"])
    expect(await attempt("file.list", { root: "documents", path }), path).toMatchObject({
      ok: false,
      fault: "unknown-command",
    });
});

verifies("agent:files:below-roots", "links to other folders are listed, but not followed", async () => {
  const documents = join(host.path, "Data/Documents");
  mkdirSync(join(documents, "links"), { recursive: true });
  host.write("Data/Scripts/secret.sh", "secret");
  symlinkSync(join(host.path, "Data/Scripts"), join(documents, "links/scripts"));
  symlinkSync(join(host.path, "Data/Scripts/secret.sh"), join(documents, "links/secret.sh"));
  const { entries } = await list("links");
  expect(entries.map(({ name, kind }) => [name, kind])).toEqual([
    ["scripts", "other"],
    ["secret.sh", "other"],
  ]);
  for (const path of ["links/scripts", "links/scripts/secret.sh", "links/secret.sh"]) {
    const read = agentClientOf(service).request(
      "file.readRange",
      { root: "documents", path, start: 0, length: 10 },
      deadline,
    );
    await expect(read, path).rejects.toMatchObject({ error: "host_file_refused" });
  }
});

verifies(
  "agent:command:known",
  "logs are listed, read, and emptied in place; a replaced log is reported as such",
  async () => {
    const { logs } = await agentClientOf(service).request("log.list", {}, deadline);
    expect(logs.map(({ name }) => name)).toEqual(["Event.log"]);
    const id = logs[0]?.id;
    const read = (start: number) =>
      agentClientOf(service).request("log.readRange", { name: "Event.log", start, length: 1_000, id }, deadline);
    const first = await read(0);
    expect(Buffer.from(first.bytes, "base64").toString()).toMatch(/Started\n$/);
    const cleared = await agentClientOf(service).request("log.clear", { name: "Event.log" }, deadline);
    expect(cleared.clearedBytes).toBe(first.sizeBytes);
    await expect(read(first.sizeBytes)).rejects.toMatchObject({ error: "host_file_refused" });
    expect((await read(0)).sizeBytes).toBe(0);
  },
);
