import { expect, test } from "vitest";
import { aServer, basic } from "../support/a-server.ts";
import { smallWorld } from "../support/small-world.ts";

const PATH = "/fmi/data/vLatest/databases";

test("with an account, only its files are listed, by their bare names", async () => {
  const server = await aServer();
  const answer = await server.ask("GET", PATH, { headers: basic("full:full-pass") });
  expect(answer.response).toEqual({ databases: [{ name: "People" }] });
});

test("a file that the account can't open through fmrest isn't listed", async () => {
  const server = await aServer();
  const answer = await server.ask("GET", PATH, { headers: basic("desktop:desktop-pass") });
  expect(answer.response).toEqual({ databases: [] });
});

test("a wrong password gets 212", async () => {
  const server = await aServer();
  expect(await server.ask("GET", PATH, { headers: basic("full:wrong") })).toMatchObject({ status: 401, code: "212" });
});

test("without an account, the list is empty, full, or rejected, depending on the server's settings", async () => {
  const [none, all, refused] = [
    await aServer(),
    await aServer({ world: smallWorld({ databaseVisibility: "all" }) }),
    await aServer({ world: smallWorld({ databaseVisibility: "refused" }) }),
  ];
  expect((await none.ask("GET", PATH)).response).toEqual({ databases: [] });
  expect((await all.ask("GET", `${PATH}/`)).response).toEqual({ databases: [{ name: "Other" }, { name: "People" }] });
  const answer = await refused.ask("GET", PATH);
  expect(answer.status).toBe(401);
  expect(answer.text).toBe('{"messages":[{"code":"9","message":"Insufficient privileges"}],"response":{}}');
  expect(answer.text).toHaveLength(77);
});
