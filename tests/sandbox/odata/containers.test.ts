import { expect, test } from "vitest";
import { anODataServer } from "./support/an-odata-server.ts";

const PNG = Buffer.from("iVBORw0KGgo=", "base64");

test("a container's bytes have their own type and name", async () => {
  const server = await anODataServer();
  const answer = await server.shop("GET", "/Customers('C-1')/photo/$value");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("image/png");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="ann.png"');
  expect(server.counters.downloads).toBe(1);
  const named = await server.shop("GET", "/Customers('C-1')/photo/$value", {
    headers: { accept: "application/octet-stream" },
  });
  expect(named.text).toBe("ann.png");
  expect(named.headers.get("content-type")).toBe("text/plain;charset=utf-8");
});

test("the value of a container is base64, an empty one has no bytes", async () => {
  const { shop } = await anODataServer();
  expect((await shop("GET", "/Customers('C-1')/photo")).json.value).toBe("iVBORw0KGgo=");
  expect((await shop("GET", "/Customers('C-2')/photo")).json.value).toBeNull();
  expect((await shop("GET", "/Customers('C-2')/photo/$value")).status).toBe(204);
});

test.each([
  ["a name", "inline; filename=new.png", "new.png"],
  ["a quoted name", 'inline; filename="my photo.png"', "my photo.png"],
  ["a name beyond ASCII", "inline; filename*=UTF-8''M%C3%BCnchen.png", "München.png"],
  ["no name", undefined, "Untitled.png"],
])("raw bytes are stored with %s", async (_, disposition, expected) => {
  const { shop, world } = await anODataServer();
  const answer = await shop("PATCH", "/Customers('C-2')/photo", {
    body: PNG,
    headers: { "content-type": "image/png", ...(disposition && { "content-disposition": disposition }) },
  });
  expect(answer).toMatchObject({ status: 200, text: "" });
  const held = world.database("Shop")?.tables.get("customers")?.records.get(2)?.cells.get("photo");
  expect(held).toEqual({ name: expected, bytes: PNG });
});

test("bytes are returned as they were stored, with every method", async () => {
  const { shop, root } = await anODataServer();
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 7) % 256));
  const headers = { "content-type": "application/octet-stream" };
  for (const [method, path] of [
    ["PATCH", "/Customers('C-2')/photo"],
    ["PUT", "/Customers('C-2')/photo"],
    ["PATCH", "/Customers('C-2')/photo/$value"],
  ] as const) {
    expect((await shop("PATCH", "/Customers('C-2')", { body: { photo: null } })).status).toBe(204);
    expect((await shop(method, path, { body: bytes, headers })).status).toBe(200);
    const answer = await fetch(`${root}/Customers('C-2')/photo/$value`, {
      headers: { authorization: `Basic ${Buffer.from("full:full-pass").toString("base64")}` },
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  }
});

test("base64 in a record has name and type next to it; null empties the container", async () => {
  const { shop, world } = await anODataServer();
  const held = () => world.database("Shop")?.tables.get("customers")?.records.get(2)?.cells.get("photo");
  const annotations = {
    "photo@com.filemaker.odata.Filename": "a.txt",
    "photo@com.filemaker.odata.ContentType": "text/plain",
  };
  await shop("PATCH", "/Customers('C-2')", { body: { photo: "aGk=", ...annotations } });
  expect(held()).toEqual({ name: "a.txt", bytes: Buffer.from("hi") });
  await shop("PATCH", "/Customers('C-2')", { body: { photo: "JVBERi0=" } });
  expect(held()).toMatchObject({ name: "Untitled.pdf" });
  await shop("PATCH", "/Customers('C-2')", { body: { photo: null } });
  expect(held()).toBeUndefined();
  expect(await shop("PATCH", "/Customers('C-2')", { body: { photo: "***" } })).toMatchObject({ status: 400 });
});

test("bytes are accepted only in containers, and only in types that containers accept", async () => {
  const { shop } = await anODataServer();
  const image = { body: PNG, headers: { "content-type": "image/png" } };
  expect(await shop("PATCH", "/Customers('C-2')/name", image)).toMatchObject({ status: 403, code: "201" });
  const html = { body: PNG, headers: { "content-type": "text/html" } };
  expect(await shop("PATCH", "/Customers('C-2')/photo", html)).toMatchObject({ status: 415 });
  expect(await shop("PATCH", "/Customers('nope')/photo", image)).toMatchObject({ status: 404, code: "-1023" });
});

test("a single field accepts a value as JSON", async () => {
  const { shop } = await anODataServer();
  expect((await shop("PATCH", "/Customers('C-2')/name", { body: { value: "Rob" } })).status).toBe(204);
  expect((await shop("GET", "/Customers('C-2')/name")).json.value).toBe("Rob");
});
