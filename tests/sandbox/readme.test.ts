import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Fault } from "../../sandbox/fmserver/faults.ts";
import type { WorldInput } from "../../sandbox/fmserver/world/schema/world-schema.ts";
import { aServer } from "./support/a-server.ts";

const readme = readFileSync(new URL("../../sandbox/README.md", import.meta.url), "utf8");

test("the README's world can be served", async () => {
  const world = JSON.parse(/```json\n(.*?)```/s.exec(readme)?.[1] ?? "") as WorldInput;
  const server = await aServer({ world });
  const token = await server.login("api:demo-pass", "Tasks");
  const answer = await server.ask("GET", "/fmi/data/v2/databases/Tasks/layouts/Tasks/records", { token });
  expect(answer.response.data).toMatchObject([{ fieldData: { title: "Water the plants" } }]);
});

test("the README names every fault", () => {
  for (const { shape } of Fault.options) expect(readme).toContain(`| \`${shape.kind.value}\``);
});

test("the README lists every setting for unknown server behavior, and what is known of it", () => {
  const schema = JSON.parse(readFileSync(new URL("../../sandbox/world.schema.json", import.meta.url), "utf8"));
  const { properties } = schema.$defs.World;
  const limits = new Set(["enabled", "pageSize", "webhookRetrySeconds", "maxSessions", "idleMinutes", "lockout"]);
  for (const api of ["odata", "dataApi"]) {
    const switches = Object.keys(properties.server.properties[api].properties).filter((name) => !limits.has(name));
    expect(switches.length).toBeGreaterThan(5);
    for (const name of switches)
      expect(readme).toMatch(new RegExp(`^\\| \`server\\.${api}\\.${name}\` +\\|.*\\|.{10,}\\|$`, "m"));
  }
});

test("the README's faults are accepted", async () => {
  const server = await aServer();
  const body = JSON.parse(/-d '(.*?)'/s.exec(readme)?.[1] ?? "") as Record<string, unknown>;
  expect((await server.ask("PUT", "/sandbox/faults", { body })).status).toBe(200);
});

test("the demo accounts of the README can log in, and the two that can't are rejected", async () => {
  const server = await aServer({ world: new URL("../../sandbox/worlds/demo.json", import.meta.url).pathname });
  const login = async (account: string, database: string) => (await server.login(account, database)).length;
  expect(await login("api:demo-pass", "Contacts")).toBe(52);
  expect(await login("readonly:readonly-pass", "Contacts")).toBe(52);
  expect(await login("Admin:full-access-pass", "Orders")).toBe(52);
  expect(await login("private:private-pass", "Private")).toBe(52);
  expect(await login("nofmrest:nofmrest-pass", "Contacts")).not.toBe(52);
  expect(await login("api:demo-pass", "Archive")).not.toBe(52);
  expect(await login("api:demo-pass", "Private")).not.toBe(52);
  expect((await server.adminLogin()).split(".")).toHaveLength(3);
});
