import { afterAll, expect } from "vitest";
import { perMinute } from "#shared/mcp/guards/rates.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { bob, salesWorld } from "./support/sales-world.ts";
import { basicOf, bearer } from "./support/sdk-clients.ts";
import { servers } from "./support/servers.ts";

const service = await testService({ sandbox: { world: worldWithLongText() } });
afterAll(() => service.stop());
const { aServer, aTool } = servers(service);

await aServer("sales");
await aTool("sales", { name: "Long", script_name: "Long text" });
await aTool("sales", { name: "Hello", script_name: "Say hello" });
const key = await service.aKey({ isOData: true, user: "Admin", pass: "full-access-pass" });

const callRate = perMinute(60);

const call = async (name: string, headers: Readonly<Record<string, string>>) => {
  const json = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } };
  return (await service.raw("POST", "/svc/mcp/sales", { headers, json })).body.result;
};

verifies("mcp:call:long", async () => {
  const { content, structuredContent } = await call("long", bearer(key));
  expect(Buffer.byteLength(content[0].text)).toBeLessThanOrEqual(60_000);
  expect(structuredContent).toMatchObject({ text: expect.stringMatching(/^ä{1000}/), truncated: true });
  expect(JSON.parse(content[0].text)).toEqual(structuredContent);
});

verifies("mcp:call:rates", async () => {
  // To the beginning of a minute, by which calls are counted.
  await service.turn(callRate.withinMs - (service.clock.now() % callRate.withinMs));
  const mine = basicOf(bob.user, bob.pass);
  for (let count = 0; count < callRate.max; count += 1) expect((await call("hello", mine)).isError).not.toBe(true);
  const refused = await call("hello", mine);
  expect(refused.isError).toBe(true);
  expect(refused.content[0].text).toMatch(/Wait \d+ seconds/);
  expect((await call("hello", bearer(key))).isError).not.toBe(true);
  await service.turn(callRate.withinMs);
  expect((await call("hello", mine)).isError).not.toBe(true);
});

function worldWithLongText() {
  const world = salesWorld();
  const [contacts, ...others] = world.databases;
  if (contacts === undefined) throw new Error("The world has no Contacts");
  const script = { name: "Long text", steps: [{ text: "ä".repeat(60_000) }] };
  return { ...world, databases: [{ ...contacts, scripts: [...(contacts.scripts ?? []), script] }, ...others] };
}
