import { expect, test } from "vitest";
import { aServer } from "../support/a-server.ts";
import { smallWorld } from "../support/small-world.ts";

test("fields are described with their keys in FileMaker's order", async () => {
  const server = await aServer();
  const answer = await server.people("GET", "/layouts/People", { token: await server.login() });
  const fields = answer.response.fieldMetaData as readonly Record<string, unknown>[];
  expect(JSON.stringify(fields.find(({ name }) => name === "colour"))).toBe(
    '{"name":"colour","type":"normal","displayType":"popupMenu","result":"text","valueList":"Colours","global":false,' +
      '"autoEnter":false,"fourDigitYear":false,"maxRepeat":1,"maxCharacters":0,"notEmpty":false,"numeric":false,' +
      '"timeOfDay":false,"repetitionStart":1,"repetitionEnd":1}',
  );
  const byName = Object.fromEntries(fields.map((field) => [field.name, field]));
  expect(byName.seen).toMatchObject({ result: "timeStamp" });
  expect(byName.label).toMatchObject({ type: "calculation" });
  expect(byName.total).toMatchObject({ type: "summary", result: "number" });
  expect(byName.picture).toMatchObject({ result: "container", maxRepeat: 2, repetitionEnd: 2 });
  expect(byName.id).toMatchObject({ autoEnter: true });
  expect(byName.code).toMatchObject({ maxCharacters: 5 });
  expect(byName.name).toMatchObject({ notEmpty: true });
  expect(byName.age).toMatchObject({ numeric: true });
  expect(byName.wakes).toMatchObject({ timeOfDay: true });
  expect(byName.gNote).toMatchObject({ global: true });
  expect(byName["Pets::name"]).toMatchObject({ type: "normal" });
});

test("portals are described under the names that callers use", async () => {
  const server = await aServer();
  const answer = await server.people("GET", "/layouts/People/", { token: await server.login() });
  expect(answer.response.portalMetaData).toMatchObject({
    "my.pets #1": [{ name: "Pets::name" }, { name: "Pets::legs", result: "number" }],
    QuadPets: [{ name: "QuadPets::name" }],
  });
  expect(answer.response.valueLists).toEqual([
    {
      name: "Colours",
      type: "customList",
      values: ["red", "green", "blue"].map((value) => ({ value, displayValue: value })),
    },
  ]);
});

test("a list of related values is empty unless a record is named", async () => {
  const server = await aServer();
  const token = await server.login();
  const empty = await server.people("GET", "/layouts/Lists", { token });
  expect(empty.response.valueLists).toEqual([{ name: "PetNames", type: "byField", values: [] }]);
  const filled = await server.people("GET", "/layouts/Lists?recordId=1", { token });
  expect(filled.response.valueLists).toMatchObject([
    { values: [{ value: "Ace" }, { value: "Rex" }, { value: "Tweety", displayValue: "Tweety" }] },
  ]);
});

test("a layout without value lists has none, or an empty list, depending on the server's settings", async () => {
  const [older, newer] = [await aServer(), await aServer({ world: smallWorld({ emptyValueLists: true }) })];
  const names = async (server: typeof older) =>
    (await server.people("GET", "/layouts/Names", { token: await server.login() })).response;
  expect(Object.keys(await names(older))).toEqual(["fieldMetaData", "portalMetaData"]);
  expect(await names(newer)).toMatchObject({ portalMetaData: {}, valueLists: [] });
});

test("visible repetitions are reported", async () => {
  const server = await aServer();
  const answer = await server.people("GET", "/layouts/Lists", { token: await server.login() });
  expect(answer.response.fieldMetaData).toMatchObject([
    {},
    { name: "nick", maxRepeat: 3, repetitionStart: 2, repetitionEnd: 3 },
  ]);
});

test("unknown layouts and records are rejected", async () => {
  const server = await aServer();
  const token = await server.login();
  expect((await server.people("GET", "/layouts/Nothing", { token })).code).toBe("105");
  expect((await server.people("GET", "/layouts/Lists?recordId=99", { token })).code).toBe("101");
});
