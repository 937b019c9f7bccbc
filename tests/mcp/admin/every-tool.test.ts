import { afterAll, afterEach, expect } from "vitest";
import { adminTools } from "#shared/mcp/admin/catalogue.ts";
import { toolsets } from "#shared/mcp/admin/contract.ts";
import { problemsOf, type ValueSchema } from "#shared/mcp/protocol/schema.ts";
import { aStore } from "../../backups/support/a-store.ts";
import { aFile, aReleaseSetup } from "../../builds/support/a-release-setup.ts";
import { aFileServer } from "../../deployments/support/a-file-server.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { newerClient } from "../support/clients.ts";
import { everyTool, plantedSecrets } from "../support/every-tool.ts";

const store = await aStore();
const says = (text: string) => JSON.stringify({ messages: [{ code: 0, text }], response: {} });
const source = await aFileServer("/nowhere", {
  "/svc/api/info": () => says("ok"),
  "/svc/api/build": async () => {
    asked?.();
    await held?.promise;
    return { status: 409, body: says("It makes no build") };
  },
});
/** While it is set, the source doesn't answer. */
let held: PromiseWithResolvers<void> | undefined;
let asked: (() => void) | undefined;
afterEach(() => {
  held?.resolve();
  held = undefined;
});
const files = [aFile("Contacts", { records: 1 }), aFile("Orders"), aFile("Archive"), aFile("Spare")];
const server = await aReleaseSetup(testService, "production", files, true, {
  world: {
    clients: [
      { userName: "Ada Moreno", computerName: "desk", files: [{ database: "Orders", account: "Admin" }] },
      { userName: "Ben Okafor", computerName: "iPad", files: [{ database: "Contacts", account: "Admin" }] },
    ],
    schedules: [{ name: "Daily", backupType: { resourceType: "ALL_DB" } }],
  },
});
const { service } = server;
afterAll(async () => {
  await server.stop();
  await source.stop();
  await store.close();
});

const cases = everyTool({
  ...{ server, storeEndpoint: store.endpoint, sourceAddress: source.address },
  async hold(start) {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = Promise.withResolvers();
    asked = resolve;
    const started = await start();
    await promise;
    return started;
  },
});
/** All answers of tools. */
const answers: string[] = [];
const everything = `${service.baseUrl}/svc/admin-mcp?toolsets=${toolsets.join(",")}`;

verifies("mcp:admin:tools", "each tool is called here by a third-party client", () => {
  expect(Object.keys(cases).sort()).toEqual([...adminTools.keys()].sort());
});

for (const [name, { given, result }] of Object.entries(cases)) {
  const { destructiveHint: destroys, readOnlyHint: reads } = adminTools.get(name)?.tool.annotations ?? {};

  verifies("mcp:admin:tools", `${name} does what it says${destroys ? ", after the user confirmed" : ""}`, async () => {
    // Each key has a separate call count.
    const key = await service.anAdminKey();
    const args = await given();
    const client = await newerClient(everything, key, "legacy");
    const call = (more: object = {}) => client.callTool({ name, arguments: { ...args, ...more } });
    if (destroys) {
      const unwilling = await newerClient(everything, key, "modern", () => false);
      expect(await unwilling.callTool({ name, arguments: args })).toMatchObject({ isError: true });
      await unwilling.close();
    }
    const first = await call();
    const token = (first.structuredContent as { confirm_token?: string } | undefined)?.confirm_token;
    expect(token !== undefined, JSON.stringify(first)).toBe(destroys);
    if (destroys) expect(first.structuredContent).toMatchObject({ done: false, will_do: expect.any(String) });
    const last = destroys ? await call({ confirm_token: token }) : first;
    expect(last.isError ?? false, JSON.stringify(last.content)).toBe(false);
    expect(last.structuredContent).toMatchObject(result);
    for (const { structuredContent } of [first, last])
      expect(undeclared(adminTools.get(name)?.tool.outputSchema, structuredContent, name)).toEqual([]);
    answers.push(JSON.stringify([first, last]));
    await client.close();
    const { process_id: one, process_ids: several = [] } = last.structuredContent as Started;
    for (const id of one === undefined ? several : [one]) await server.ended(id);
  });

  if (reads === true) continue;

  verifies("mcp:admin:narrow", `${name} doesn't exist for a read-only client`, async () => {
    const client = await newerClient(`${everything}&readonly=true`, await service.anAdminKey(), "auto");
    await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(`Unknown tool ${name}`);
    await client.close();
  });
}

verifies("secrets:canary:answers", "no tool's result contains a secret", async () => {
  expect(answers.length).toBeGreaterThan(adminTools.size / 2);
  const [all, logged] = [answers.join("\n"), await service.logs()];
  for (const secret of plantedSecrets) {
    expect(all).not.toContain(secret);
    expect(logged).not.toContain(secret);
  }
});

/** Returns what a result has beyond its schema, or in another form. */
function undeclared(schema: ValueSchema | undefined, value: unknown, at: string): readonly string[] {
  if (schema === undefined) return [`${at}: not declared`];
  if (schema.type === "array") {
    if (!Array.isArray(value)) return [`${at}: no list`];
    return value.flatMap((entry) => undeclared(schema.items, entry, `${at}[]`));
  }
  if (schema.type === "object") {
    if (typeof value !== "object" || value === null) return [`${at}: no object`];
    // What a preview affects differs by tool.
    if (at.endsWith(".affects")) return [];
    const { properties = {}, additionalProperties } = schema;
    const others = typeof additionalProperties === "object" ? additionalProperties : undefined;
    return Object.entries(value).flatMap(([field, content]) =>
      undeclared(properties[field] ?? others, content, `${at}.${field}`),
    );
  }
  return problemsOf({ type: "object", properties: { value: schema } }, { value }).map((problem) => `${at}: ${problem}`);
}

interface Started {
  readonly process_id?: number;
  readonly process_ids?: readonly number[];
}
