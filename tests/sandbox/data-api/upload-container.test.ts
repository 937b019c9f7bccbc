import { expect, test } from "vitest";
import { aServer, type TestServer } from "../support/a-server.ts";

const BOB = "/layouts/People/records/2/containers";

function form(part = "upload", name = "pet.gif", bytes = "GIF89a"): FormData {
  const data = new FormData();
  data.set("other", "ignored");
  data.set(part, new Blob([bytes], { type: "image/gif" }), name);
  return data;
}

function picture(server: TestServer, key: string) {
  return server.world.database("People")?.tables.get("people")?.records.get(2)?.cells.get(key);
}

test("a file is stored in the first repetition, with its own name", async () => {
  const server = await aServer();
  const answer = await server.people("POST", `${BOB}/picture`, { token: await server.login(), body: form() });
  expect(answer.text).toBe('{"response":{"modId":"1"},"messages":[{"code":"0","message":"OK"}]}');
  expect(picture(server, "picture")).toEqual({ name: "pet.gif", bytes: Buffer.from("GIF89a") });
});

test("the repetition can be specified", async () => {
  const server = await aServer();
  const token = await server.login();
  await server.people("POST", `${BOB}/picture/2`, { token, body: form() });
  expect(picture(server, "picture(2)")).toMatchObject({ name: "pet.gif" });
  expect((await server.people("POST", `${BOB}/picture/3`, { token, body: form() })).code).toBe("102");
});

test("modId guards the upload", async () => {
  const server = await aServer();
  const token = await server.login();
  expect((await server.people("POST", `${BOB}/picture/1?modId=5`, { token, body: form() })).code).toBe("306");
  expect((await server.people("POST", `${BOB}/picture/1?modId=0`, { token, body: form() })).response).toEqual({
    modId: "1",
  });
});

test("a file of some megabytes arrives completely", async () => {
  const server = await aServer();
  const text = "0123456789abcdef".repeat(200_000);
  await server.people("POST", `${BOB}/picture`, { token: await server.login(), body: form("upload", "big.txt", text) });
  expect(picture(server, "picture")).toEqual({ name: "big.txt", bytes: Buffer.from(text) });
});

test("another name of the part gets an error message", async () => {
  const server = await aServer();
  const answer = await server.people("POST", `${BOB}/picture`, { token: await server.login(), body: form("file") });
  expect(answer).toMatchObject({ status: 400, code: "960" });
  expect(answer.json.messages[0]?.message).toBe("Upload payload must contain a part named 'upload'.");
});

test("a body that is truncated isn't an upload", async () => {
  const server = await aServer();
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const body = '--x\r\nContent-Disposition: form-data; name="upload"; filename="a.txt"\r\n\r\nhalf';
  const answer = await server.people("POST", `${BOB}/picture`, { token: await server.login(), body, headers });
  expect(answer).toMatchObject({ status: 400, code: "960" });
});

test("a body that isn't a multipart form gets 415", async () => {
  const server = await aServer();
  const token = await server.login();
  expect((await server.people("POST", `${BOB}/picture`, { token, body: {} })).status).toBe(415);
  const headers = { "content-type": "multipart/form-data" };
  expect((await server.people("POST", `${BOB}/picture`, { token, body: "x", headers })).status).toBe(415);
});

test("only containers of the layout's own table accept files", async () => {
  const server = await aServer();
  const token = await server.login();
  expect((await server.people("POST", `${BOB}/name`, { token, body: form() })).code).toBe("201");
  expect((await server.people("POST", `${BOB}/shoe`, { token, body: form() })).code).toBe("102");
  const reader = await server.login("reader:reader-pass");
  expect((await server.people("POST", `${BOB}/picture`, { token: reader, body: form() })).code).toBe("200");
});
