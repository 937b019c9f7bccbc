import { expect, test } from "vitest";
import { aServer } from "../support/a-server.ts";

test("one record counts as a found set of one, and its summaries cover only itself", async () => {
  const server = await aServer();
  const answer = await server.people("GET", "/layouts/People/records/2", { token: await server.login() });
  expect(answer.response.dataInfo).toMatchObject({ totalRecordCount: 4, foundCount: 1, returnedCount: 1 });
  expect(answer.response.data).toMatchObject([{ recordId: "2", fieldData: { name: "Bob Testing", total: 36 } }]);
});

test("a related record's own table shows its owner", async () => {
  const server = await aServer();
  const answer = await server.people("GET", "/layouts/Pets/records/14", { token: await server.login() });
  expect(answer.response.data).toMatchObject([
    { modId: "6", fieldData: { name: "Nemo", "People::name": "Bob Testing" } },
  ]);
});

test("a script changes the record before it is read, and after", async () => {
  const server = await aServer();
  const token = await server.login();
  const query = "?script.presort=Rename&script.presort.param=Bea&script=Echo&script.param=x";
  const answer = await server.people("GET", `/layouts/People/records/2${query}`, { token });
  expect(answer.response).toMatchObject({ data: [{ fieldData: { name: "Bea" }, modId: "1" }], scriptResult: "x" });
});

test.each(["99", "abc", "0", "1e0"])("record %s doesn't exist: 500 and 101", async (id) => {
  const server = await aServer();
  const answer = await server.people("GET", `/layouts/People/records/${id}`, { token: await server.login() });
  expect(answer).toMatchObject({ status: 500, code: "101" });
});

test("a range for one record is rejected", async () => {
  const server = await aServer();
  const answer = await server.people("GET", "/layouts/People/records/1?_limit=1", { token: await server.login() });
  expect(answer).toMatchObject({ status: 400, code: "960" });
});
