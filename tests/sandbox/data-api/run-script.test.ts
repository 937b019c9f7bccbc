import { expect, test } from "vitest";
import type { WorldInput } from "../../../sandbox/fmserver/world/schema/world-schema.ts";
import { aServer } from "../support/a-server.ts";

const SCRIPT = "/layouts/People/script";

test.each([
  ["Echo?script.param=a+b%2Bc", { scriptResult: "a b+c", scriptError: "0" }],
  ["Echo", { scriptResult: "", scriptError: "0" }],
  ["JSON", { scriptResult: '{"a":[1]}', scriptError: "0" }],
  ["Silent", { scriptError: "0" }],
  ["Fail", { scriptResult: "sorry", scriptError: "123" }],
  ["Say%2Fit%3F", { scriptResult: "said", scriptError: "0" }],
])("%s returns %j", async (script, response) => {
  const server = await aServer();
  const answer = await server.people("GET", `${SCRIPT}/${script}`, { token: await server.login() });
  expect(answer).toMatchObject({ status: 200, code: "0" });
  expect(answer.response).toEqual(response);
});

test("scripts write records and globals", async () => {
  const server = await aServer();
  const token = await server.login();
  await server.people("GET", `${SCRIPT}/Adopt?script.param=Kit`, { token });
  await server.people("GET", `${SCRIPT}/Rename?script.param=First`, { token });
  await server.people("GET", `${SCRIPT}/Note?script.param=seen`, { token });
  const [first] = (await server.people("GET", "/layouts/People/records", { token })).response
    .data as readonly unknown[];
  expect(first).toMatchObject({ fieldData: { name: "First", "gNote(1)": "seen" }, modId: "4" });
  expect([...(server.world.database("People")?.tables.get("pets")?.records.keys() ?? [])]).toEqual([
    11, 12, 13, 14, 15,
  ]);
});

test("a delay passes on the server's clock", async () => {
  const server = await aServer();
  const answer = server.people("GET", `${SCRIPT}/Slow`, { token: await server.login() });
  await expect.poll(() => server.counters.byOperation.runScript).toBe(1);
  server.advance(60_000);
  expect((await answer).response).toEqual({ scriptResult: "done", scriptError: "0" });
});

test("unknown scripts, layouts, and methods are rejected", async () => {
  const server = await aServer();
  const token = await server.login();
  expect(await server.people("GET", `${SCRIPT}/Nothing`, { token })).toMatchObject({ status: 500, code: "104" });
  expect(await server.people("GET", "/layouts/Nothing/script/Echo", { token })).toMatchObject({
    status: 500,
    code: "105",
  });
  expect(await server.people("POST", `${SCRIPT}/Echo`, { token, body: {} })).toMatchObject({
    status: 405,
    code: "1704",
  });
});

test("an account without script permission gets 9", async () => {
  const server = await aServer();
  const token = await server.login("reader:reader-pass");
  expect((await server.people("GET", `${SCRIPT}/Echo`, { token })).code).toBe("9");
});

test("a text can be built from the parameter, as a whole or from a member of its JSON", async () => {
  const parameter = (name: string | true) => ({ parameter: name });
  const greeting = [
    "Dear ",
    parameter("to.name"),
    ", ",
    parameter("count"),
    " of ",
    parameter("list"),
    parameter("no"),
  ];
  const world: WorldInput = {
    databases: [
      {
        name: "People",
        accounts: [{ name: "full", password: "full-pass" }],
        tables: [{ name: "People", fields: [{ name: "name" }] }],
        layouts: [{ name: "People", occurrence: "People", fields: ["name"] }],
        scripts: [
          { name: "Greet", steps: [{ text: greeting }] },
          { name: "Say", steps: [{ text: ["<", parameter(true), ">"] }] },
          { name: "Make", steps: [{ create: { table: "People", values: { name: ["Made ", parameter(true)] } } }] },
        ],
      },
    ],
  };
  const server = await aServer({ world });
  const token = await server.login();
  const run = async (name: string, text: string) =>
    (await server.people("GET", `${SCRIPT}/${name}?script.param=${encodeURIComponent(text)}`, { token })).response
      .scriptResult;
  expect(await run("Greet", JSON.stringify({ to: { name: "Ann" }, count: 2, list: [1] }))).toBe("Dear Ann, 2 of [1]");
  expect(await run("Greet", "no JSON")).toBe("Dear ,  of ");
  expect(await run("Say", "hi")).toBe("<hi>");
  await run("Make", "it");
  const { data } = (await server.people("GET", "/layouts/People/records", { token })).response;
  expect(data).toMatchObject([{ fieldData: { name: "Made it" } }]);
});
