import { expect, test } from "vitest";
import { aServer } from "../support/a-server.ts";

test("the older form is still supported", async () => {
  const server = await aServer();
  const answer = await server.people("GET", "/layouts/Lists/metadata", { token: await server.login() });
  expect(answer.response).toEqual({
    metaData: [
      { name: "name", type: "normal", result: "text", global: "false", repetitions: 1 },
      { name: "nick", type: "normal", result: "text", global: "false", valueList: "PetNames", repetitions: 2 },
    ],
  });
});

test("an unknown layout gets 105", async () => {
  const server = await aServer();
  expect((await server.people("GET", "/layouts/Nothing/metadata", { token: await server.login() })).code).toBe("105");
});
