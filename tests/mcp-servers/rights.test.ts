import { afterAll, expect } from "vitest";
import type { LiveWorld } from "../../sandbox/fmserver/world/live/live-world.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { bob, salesWorld } from "./support/sales-world.ts";
import { basicOf, connected } from "./support/sdk-clients.ts";
import { servers } from "./support/servers.ts";

const service = await testService({ sandbox: { world: salesWorld() } });
afterAll(() => service.stop());
const { aServer, aTool } = servers(service);
await aServer("sales");
await aTool("sales", { name: "Hello", script_name: "Say hello" });
await aTool("sales", { name: "Numbers", script_name: "Secret numbers" });

/** Hides scripts from bob, as a developer would in the file. */
function hide(...scripts: readonly string[]): void {
  const account = (service.sandbox.world as LiveWorld).database("Contacts")?.accounts.get(bob.user);
  if (account === undefined) throw new Error("there is no bob");
  account.privileges.hiddenScripts.splice(0, Number.POSITIVE_INFINITY, ...scripts);
}

const client = await connected({ baseUrl: service.baseUrl, slug: "sales", headers: basicOf(bob.user, bob.pass) });
const names = async () => (await client.listTools()).tools.map(({ name }) => name);
const fiveMinutes = 5 * 60_000 + 1;

verifies("mcp:tools:rights", "removed rights and granted rights take effect after five minutes", async () => {
  expect(await names()).toEqual(["hello"]);
  hide("Say hello");
  await service.turn(fiveMinutes);
  expect(await names()).toEqual(["numbers"]);
  await expect(client.callTool({ name: "hello", arguments: {} })).rejects.toThrow(/Unknown tool/);
  hide("Secret numbers");
  await service.turn(fiveMinutes);
  expect(await names()).toEqual(["hello"]);
});

verifies("mcp:tools:rights", "a call that FileMaker Server rejects reloads the list", async () => {
  expect(await names()).toEqual(["hello"]);
  hide("Say hello");
  expect((await client.callTool({ name: "hello", arguments: {} })).isError).toBe(true);
  expect(await names()).toEqual(["numbers"]);
});
