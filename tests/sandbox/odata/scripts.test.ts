import { expect, test } from "vitest";
import { anODataServer } from "./support/an-odata-server.ts";
import { shopWorld } from "./support/shop-world.ts";

test.each([
  ["a file", "/Script.Echo"],
  ["a table", "/Customers/Script.Echo"],
  ["a record", "/Customers('C-1')/Script.Echo"],
  ["a file, by id", "/Script.FMSID:1"],
])("a script of %s runs and returns its result", async (_, path) => {
  const { shop } = await anODataServer();
  const answer = await shop("POST", path, { body: { scriptParameterValue: "hello" } });
  expect(answer).toMatchObject({
    status: 200,
    json: { scriptResult: { code: 0, resultParameter: "hello", truncated: false } },
  });
});

test("the parameter is text, a number, an object, or missing", async () => {
  const { shop } = await anODataServer();
  const echo = async (body?: object) => (await shop("POST", "/Script.Echo", { body })).json.scriptResult;
  expect(await echo({ scriptParameterValue: 12.5 })).toMatchObject({ resultParameter: "12.5" });
  expect(await echo({ scriptParameterValue: { a: [1] } })).toMatchObject({ resultParameter: '{"a":[1]}' });
  expect(await echo({})).toMatchObject({ resultParameter: "" });
  expect(await echo()).toMatchObject({ resultParameter: "" });
});

test("a script's last error is a number next to its result, and the request succeeds", async () => {
  const { shop } = await anODataServer({ world: shopWorld({}, { version: "21.1.2.500" }) });
  expect(await shop("POST", "/Script.Fail")).toMatchObject({
    status: 200,
    json: { scriptResult: { code: 123, resultParameter: "sorry" } },
  });
});

test("a script on a record works with that record", async () => {
  const { shop } = await anODataServer();
  await shop("POST", "/Customers('C-2')/Script.Rename", { body: { scriptParameterValue: "Robert" } });
  expect((await shop("GET", "/Customers('C-2')/name")).json.value).toBe("Robert");
});

test("a long result is truncated and says so", async () => {
  const { shop } = await anODataServer();
  const body = { scriptParameterValue: "x".repeat(1_000_001) };
  const { scriptResult } = (await shop("POST", "/Script.Echo", { body })).json;
  expect(scriptResult).toMatchObject({ truncated: true, resultParameter: "x".repeat(1_000_000) });
});

test("the request waits until the script has ended", async () => {
  const server = await anODataServer();
  let isDone = false;
  const answer = server.shop("POST", "/Script.Slow one").finally(() => {
    isDone = true;
  });
  await expect.poll(() => server.counters.odataByOperation["POST script"]).toBe(1);
  expect(isDone).toBe(false);
  server.advance(60_000);
  expect((await answer).json.scriptResult).toMatchObject({ resultParameter: "done" });
});

test("errors: unknown script, missing privilege, a name that can't be called, another method", async () => {
  const { shop } = await anODataServer();
  const missing = await shop("POST", "/Script.Nope");
  expect(missing).toMatchObject({ status: 400, json: { error: { message: "Script 'Nope' not found" } } });
  expect(await shop("POST", "/Script.FMSID:99")).toMatchObject({ status: 400 });
  const other = await anODataServer({ world: shopWorld({ unknownScript: "sentence404" }) });
  expect((await other.shop("POST", "/Script.Nope")).status).toBe(404);
  const old = await anODataServer({ world: shopWorld({ unknownScript: "104" }) });
  expect(await old.shop("POST", "/Script.Nope")).toMatchObject({ status: 404, code: "104" });
  const account = "reader:reader-pass";
  expect(await shop("POST", "/Script.Echo", { account })).toMatchObject({ status: 403, code: "9" });
  expect(await shop("POST", "/Script.2nd")).toMatchObject({ status: 400, code: "-1002" });
  expect(await shop("POST", "/Script.a%26b")).toMatchObject({ status: 400, code: "-1002" });
  expect(await shop("GET", "/Script.Echo")).toMatchObject({ status: 400, code: "-1003" });
});
