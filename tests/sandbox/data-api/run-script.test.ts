import { expect, test } from "vitest";
import { aServer } from "../support/a-server.ts";

const SCRIPT = "/layouts/People/script";

test.each([
  ["Echo?script.param=a+b%2Bc", { scriptResult: "a b+c", scriptError: "0" }],
  ["Echo", { scriptResult: "", scriptError: "0" }],
  ["JSON", { scriptResult: '{"a":[1]}', scriptError: "0" }],
  ["Silent", { scriptError: "0" }],
  ["Fail", { scriptResult: "sorry", scriptError: "123" }],
  ["Say%2Fit%3F", { scriptResult: "said", scriptError: "0" }],
])("%s answers %j", async (script, response) => {
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

test("unknown scripts, layouts and methods are refused", async () => {
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

test("an account that may not run scripts gets 9", async () => {
  const server = await aServer();
  const token = await server.login("reader:reader-pass");
  expect((await server.people("GET", `${SCRIPT}/Echo`, { token })).code).toBe("9");
});
