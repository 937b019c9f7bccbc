import { expect, test } from "vitest";
import { aServer } from "../support/a-server.ts";

test("globals are kept for the session that set them", async () => {
  const server = await aServer();
  const [mine, yours] = [await server.login(), await server.login()];
  const body = { globalFields: { "People::gNote": "hello", "People::gNote(2)": 5 } };
  const answer = await server.people("PATCH", "/globals/", { token: mine, body });
  expect(answer.text).toBe('{"response":{},"messages":[{"code":"0","message":"OK"}]}');
  const read = async (token: string) =>
    (await server.people("GET", "/layouts/People/records/2", { token })).response.data;
  expect(await read(mine)).toMatchObject([{ fieldData: { "gNote(1)": "hello", "gNote(2)": "5" } }]);
  expect(await read(yours)).toMatchObject([{ fieldData: { "gNote(1)": "first", "gNote(2)": "" } }]);
});

test.each([
  [{ globalFields: { gNote: "x" } }, 500, "102"],
  [{ globalFields: { "People::shoe": "x" } }, 500, "102"],
  [{ globalFields: { "People::gNote(3)": "x" } }, 500, "102"],
  [{ globalFields: { "People::name": "x" } }, 500, "201"],
  [{ globalFields: { "People::gNote": {} } }, 400, "960"],
  [{ globalFields: [] }, 400, "960"],
  [{}, 400, "958"],
])("%j is rejected with %i and %s", async (body, status, code) => {
  const server = await aServer();
  expect(await server.people("PATCH", "/globals", { token: await server.login(), body })).toMatchObject({
    status,
    code,
  });
});
