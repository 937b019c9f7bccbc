import * as fc from "fast-check";
import { expect, test } from "vitest";
import { aServer } from "./support/a-server.ts";

const names = [
  "People",
  "Pets",
  "Names",
  "Lists",
  "records",
  "_find",
  "globals",
  "script",
  "Echo",
  "metadata",
  "containers",
  "picture",
  "name",
  "1",
  "11",
  "0",
  "%2F",
  "a b",
  "",
];
const segment = fc.constantFrom(...names);
const scalar = fc.oneof(
  fc.constantFrom("", "x", "1", "=", "==", "!", "*", "<", "1...", "...", "//", "?", "1/1/2000", '"', "ascend", "\\"),
  fc.integer({ min: -2, max: 20 }),
  fc.constantFrom(null, true, false),
);
const key = fc.constantFrom(
  "fieldData",
  "portalData",
  "query",
  "sort",
  "limit",
  "offset",
  "portal",
  "options",
  "dateformats",
  "modId",
  "script",
  "script.param",
  "layout.response",
  "globalFields",
  "limit.QuadPets",
  "omit",
  "fieldName",
  "sortOrder",
  "recordId",
  "deleteRelated",
  "name",
  "age",
  "born",
  "seen",
  "nick(2)",
  "Pets::name",
  "Pets::name.0",
  "my.pets #1",
  "People::gNote",
  "__proto__",
);
const body = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: "small" }, scalar, fc.array(tie("value"), { maxLength: 3 }), tie("object")),
  object: fc.dictionary(key, tie("value"), { maxKeys: 4 }),
})).object;
const query = fc.dictionary(
  fc.constantFrom(
    "_limit",
    "_offset",
    "_sort",
    "portal",
    "script",
    "modId",
    "recordId",
    "dateformats",
    "_limit.QuadPets",
    "layout.response",
  ),
  fc.oneof(
    scalar.map(String),
    body.map((value) => JSON.stringify([value])),
  ),
  { maxKeys: 3 },
);

test("for any request, the response is FileMaker's: an envelope with a code, never a crash", async () => {
  const server = await aServer();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("GET", "POST", "PATCH", "DELETE"),
      fc.array(segment, { minLength: 1, maxLength: 6 }),
      query,
      body,
      async (method, segments, parameters, sent) => {
        const token = await server.login();
        const path = `/layouts/${segments.join("/")}?${new URLSearchParams(parameters)}`;
        const answer = await server.people(method, path, { token, ...(method === "GET" ? {} : { body: sent }) });
        expect(answer.code).toMatch(/^\d+$/);
        expect(answer.code === "0").toBe(answer.status === 200);
        await server.people("DELETE", `/sessions/${token}`);
      },
    ),
    { numRuns: 400 },
  );
});

test.each([
  "POST /layouts/People/records",
  "PATCH /layouts/People/records/1",
  "POST /layouts/People/_find",
  "PATCH /globals",
])("%s accepts any JSON without a crash", async (operation) => {
  const [method = "", path = ""] = operation.split(" ");
  const server = await aServer();
  const token = await server.login();
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      expect((await server.people(method, path, { token, body: sent })).code).toMatch(/^\d+$/);
    }),
    { numRuns: 200 },
  );
});
