import { expect, test } from "vitest";
import { aServer } from "../support/a-server.ts";
import { smallWorld } from "../support/small-world.ts";

const PATH = "/fmi/admin/api/v2/server/metadata";

test("the server returns its name, version, and local time with capitalized keys", async () => {
  const server = await aServer({ clock: { now: () => Date.UTC(2026, 10, 20, 8, 15, 2) } });
  const answer = await server.ask("GET", PATH, { token: await server.adminLogin() });
  expect(answer.response).toEqual({
    ServerName: "Test",
    ServerID: expect.any(String),
    ServerIPAddress: "127.0.0.1",
    ServerVersion: "22.0.2.204",
    ServerHostTime: "2026-11-20T09:15:02",
  });
});

test("the guide's spelling is also available", async () => {
  const server = await aServer({ world: smallWorld({}, { guideSpelling: true }) });
  const answer = await server.ask("GET", PATH, { token: await server.adminLogin() });
  expect(answer.response).toMatchObject({ ServerName: "Test", serverName: "Test", serverVersion: "22.0.2.204" });
});
