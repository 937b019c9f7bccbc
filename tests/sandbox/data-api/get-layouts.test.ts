import { expect, test } from "vitest";
import { aServer } from "../support/a-server.ts";
import { smallWorld } from "../support/small-world.ts";

test("layouts are listed with nested folders and separators", async () => {
  const server = await aServer();
  const answer = await server.people("GET", "/layouts", { token: await server.login() });
  expect(answer.response.layouts).toEqual([
    { name: "People", table: "" },
    { name: "Names", table: "" },
    { name: "Lists", table: "" },
    { name: "-", table: "" },
    {
      name: "More",
      isFolder: true,
      folderLayoutNames: [
        { name: "Pets", table: "" },
        { name: "Deep", isFolder: true, folderLayoutNames: [{ name: "A/B 100%", table: "" }] },
      ],
    },
  ]);
});

test("servers that name no table list only the names", async () => {
  const server = await aServer({ world: smallWorld({ layoutTable: false }) });
  const answer = await server.people("GET", "/layouts/", { token: await server.login() });
  expect(answer.text).toContain('"layouts":[{"name":"People"},{"name":"Names"}');
});
