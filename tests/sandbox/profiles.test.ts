import { expect, test } from "vitest";
import { odataBehavior } from "../../sandbox/fmserver/world/behavior.ts";
import { loadWorld } from "../../sandbox/fmserver/world/load-world.ts";
import type { WorldInput } from "../../sandbox/fmserver/world/schema/world-schema.ts";
import { aServer } from "./support/a-server.ts";

const odataOf = (world: WorldInput, profile?: "measured" | "kindest") =>
  odataBehavior(loadWorld(world, profile).server);

test("a world without a profile has what was measured", () => {
  expect(odataOf({})).toMatchObject({ bareQuestionMark: true, applyDefects: false });
  expect(odataOf({ server: { version: "26.0.1.68" } })).toMatchObject({ applyDefects: true });
});

test("the kindest server has no defects of its version", () => {
  const server = { version: "26.0.1.68" };
  expect(odataOf({ server }, "kindest")).toMatchObject({ bareQuestionMark: false, applyDefects: false });
  expect(odataOf({ server: { ...server, profile: "kindest" } })).toMatchObject({ applyDefects: false });
});

test("a world overrides the profile, and its own profile overrides the preferred one", () => {
  const odata = { bareQuestionMark: true };
  expect(odataOf({ server: { odata } }, "kindest")).toMatchObject({ bareQuestionMark: true, apply: true });
  expect(odataOf({ server: { profile: "measured" } }, "kindest")).toMatchObject({ bareQuestionMark: true });
});

test("an unknown profile is reported with its location", () => {
  expect(() => loadWorld({ server: { profile: "nicest" as "kindest" } })).toThrow("server.profile");
  expect(() => loadWorld({ server: "x" as unknown as object })).toThrow("server");
  expect(() => loadWorld({ server: { odata: "x" as unknown as object } }, "kindest")).toThrow("server.odata");
});

test("a world that replaces another gets the same profile", async () => {
  const server = await aServer({ world: {}, profile: "kindest" });
  server.reload({ databases: [] });
  expect(server.world.odata.bareQuestionMark).toBe(false);
  expect((await server.ask("POST", "/sandbox/world", { body: { world: { description: "x" } } })).status).toBe(200);
  expect(server.world.odata.bareQuestionMark).toBe(false);
});
