import { expect, test } from "vitest";
import { aServer } from "../support/a-server.ts";

test("a copy has the values of the first and its own auto-enter values", async () => {
  const server = await aServer();
  const token = await server.login();
  const answer = await server.people("POST", "/layouts/People/records/1", { token, body: {} });
  expect(answer.response).toEqual({ recordId: "8", modId: "0" });
  const copy = (await server.people("GET", "/layouts/People/records/8", { token })).response.data;
  expect(copy).toMatchObject([
    {
      fieldData: {
        id: 5,
        name: "Ann Miller",
        "nick(2)": "Nan",
        maker: "full",
        "picture(1)": expect.stringContaining(".png"),
      },
    },
  ]);
});

test("scripts are in the body", async () => {
  const server = await aServer();
  const body = { script: "Echo", "script.param": "x" };
  const answer = await server.people("POST", "/layouts/Pets/records/14", { token: await server.login(), body });
  expect(answer.response).toEqual({ recordId: "15", modId: "0", scriptResult: "x", scriptError: "0" });
});

test("a missing record, and one that can't be created, is rejected", async () => {
  const server = await aServer();
  const token = await server.login();
  expect((await server.people("POST", "/layouts/People/records/99", { token, body: {} })).code).toBe("101");
  expect((await server.people("POST", "/layouts/People/records/1", { token })).status).toBe(415);
  const reader = await server.login("reader:reader-pass");
  expect((await server.people("POST", "/layouts/People/records/1", { token: reader, body: {} })).code).toBe("9");
});
