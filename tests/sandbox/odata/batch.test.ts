import { expect, test } from "vitest";
import { anODataServer, type ODataServer } from "./support/an-odata-server.ts";
import { batchBody, changeset, get, readParts, write } from "./support/batch.ts";
import { shopWorld } from "./support/shop-world.ts";

const BASE = "/fmi/odata/v4/Shop";

async function send(server: ODataServer, body: string, headers: Record<string, string> = {}) {
  const answer = await server.shop("POST", "/$batch", {
    body,
    headers: { "content-type": "multipart/mixed; boundary=batch_1", ...headers },
  });
  return { ...answer, parts: readParts(answer.headers.get("content-type") ?? "", answer.text) };
}

test("requests in a batch are answered in order, by path, by URL, or below the file", async () => {
  const server = await anODataServer();
  const body = batchBody(
    get(`${BASE}/Customers?$top=1&$select=name`),
    get(`https://anywhere.example${BASE}/Orders/$count`),
    get("Customers('C-2')/name"),
  );
  const answer = await send(server, body);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^multipart\/mixed; boundary=b_\w+$/);
  expect(answer.parts.map(({ statusLine }) => statusLine)).toEqual(Array(3).fill("HTTP/1.1 200 Ok"));
  const [first, second, third] = answer.parts;
  expect(JSON.parse(first?.body ?? "")).toMatchObject({ value: [{ name: "Ann" }] });
  expect(second).toMatchObject({ body: "3", headers: { "content-type": "text/plain;charset=utf-8" } });
  expect(JSON.parse(third?.body ?? "")).toMatchObject({ value: "Bob" });
});

test("a changeset is a separate batch: all of it is done", async () => {
  const server = await anODataServer();
  const answer = await send(
    server,
    batchBody(
      changeset(
        write("POST", `${BASE}/Orders`, { amount: 1 }, "1"),
        write("PATCH", `${BASE}/Orders(101)`, { amount: 2 }, "2"),
        write("DELETE", `${BASE}/Orders(102)`, undefined, "3"),
      ),
      get(`${BASE}/Orders/$count`),
    ),
  );
  const [set, count] = answer.parts;
  expect(set?.headers["content-type"]).toMatch(/^multipart\/mixed/);
  expect(set?.inner.map(({ statusLine, partHeaders }) => [statusLine, partHeaders["content-id"]])).toEqual([
    ["HTTP/1.1 201 Created", "1"],
    ["HTTP/1.1 204 No Content", "2"],
    ["HTTP/1.1 204 No Content", "3"],
  ]);
  expect(count?.body).toBe("3");
});

test("a failed changeset is rolled back completely, with the records in their original order", async () => {
  const server = await anODataServer();
  const before = (await server.shop("GET", "/Orders")).text;
  const answer = await send(
    server,
    batchBody(
      changeset(
        write("DELETE", `${BASE}/Orders(101)`),
        write("PATCH", `${BASE}/Orders(103)`, { amount: 0 }),
        write("POST", `${BASE}/Orders`, { amount: 1 }),
        write("PATCH", `${BASE}/Orders(999)`, { amount: 1 }),
      ),
      get(`${BASE}/Orders`),
    ),
  );
  expect(answer.parts).toHaveLength(1);
  expect(answer.parts[0]?.statusLine).toBe("HTTP/1.1 404 Not Found");
  expect(JSON.parse(answer.parts[0]?.body ?? "")).toMatchObject({ error: { code: "-1023" } });
  expect((await server.shop("GET", "/Orders")).text).toBe(before);
  const record = server.world.database("Shop")?.tables.get("orders")?.records.get(3);
  expect(record?.modId).toBe(0);
});

test("the first failure ends the batch, unless it should continue", async () => {
  const server = await anODataServer();
  const body = batchBody(get(`${BASE}/Nope`), get(`${BASE}/Orders/$count`));
  expect((await send(server, body)).parts).toHaveLength(1);
  const all = await send(server, body, { prefer: "odata.continue-on-error" });
  expect(all.parts.map(({ statusLine }) => statusLine)).toEqual(["HTTP/1.1 404 Not Found", "HTTP/1.1 200 Ok"]);
});

test("later requests can refer to the results of earlier ones", async () => {
  const server = await anODataServer();
  const answer = await send(
    server,
    batchBody(
      changeset(
        write("POST", `${BASE}/Orders`, { amount: 9 }, "new"),
        write("PATCH", "$new", { amount: 10 }),
        write("POST", `${BASE}/Customers('C-2')/Orders/$ref`, { "@odata.id": "$new" }),
      ),
    ),
  );
  expect(answer.parts[0]?.inner).toHaveLength(3);
  expect((await server.shop("GET", "/Orders(104)")).json).toMatchObject({ amount: 10, customer: "C-2" });
});

test("the batch parser accepts no extension and nothing before the base", async () => {
  const server = await anODataServer();
  for (const [target, code] of [
    ["/fmi/odata/v4/Shop.fmp12/Orders", "-1032"],
    ["/otto/fmi/odata/v4/Shop/Orders", "-1000"],
    ["/svc/fmi/odata/v4/Shop", "-1000"],
  ] as const) {
    const [part] = (await send(server, batchBody(get(target)))).parts;
    expect(part?.statusLine).toBe("HTTP/1.1 400 Bad Request");
    expect(part?.body).toContain(`"${code}"`);
  }
  const headers = { "content-type": "multipart/mixed; boundary=b_1" };
  const empty = await server.shop("POST", "/$batch", { body: "no boundary", headers });
  expect(empty.json).toEqual({
    error: { code: "-1015", message: "Expected batch boundary at '--b_1' batch body near line:1" },
  });
});

test("from 26 on, a record created in a changeset has an empty answer, and can still be referred to", async () => {
  const order = write("POST", `${BASE}/Orders`, { number: "900", amount: 1 });
  for (const [version, status] of [
    ["22.0.4.427", "HTTP/1.1 201 Created"],
    ["26.0.1.68", "HTTP/1.1 204 No Content"],
  ] as const) {
    const server = await anODataServer({ world: shopWorld({}, { version }) });
    const answer = await send(server, batchBody(changeset(order)));
    const inner = answer.parts[0]?.inner?.[0];
    expect(inner?.statusLine).toBe(status);
    expect((await server.shop("GET", "/Orders('900')")).json).toMatchObject({ amount: 1 });
  }
});

test("the account of the batch is the account of its parts, also in another file", async () => {
  const server = await anODataServer();
  const body = batchBody(get("/fmi/odata/v4/Other/Things"), get("/fmi/odata/v4/Asleep/Things"));
  const answer = await send(server, body);
  expect(answer.parts.map(({ statusLine }) => statusLine)).toEqual(["HTTP/1.1 200 Ok", "HTTP/1.1 404 Not Found"]);
});

test("a strict server reads a body by its Content-Length and needs one", async () => {
  const server = await anODataServer({ world: shopWorld({ batches: "strict" }) });
  const part = (length: string) =>
    `Content-Type: application/http\r\n\r\nPATCH ${BASE}/Orders(101) HTTP/1.1\r\nContent-Type: application/json\r\n${length}\r\n{"amount":4}`;
  const status = async (length: string) =>
    (await send(server, batchBody(changeset(part(length))))).parts[0]?.inner[0]?.statusLine ?? "refused";
  expect(await status("Content-Length: 12\r\n")).toBe("HTTP/1.1 204 No Content");
  expect(await status("")).toBe("refused");
  expect(await status("Content-Length: 5\r\n")).toBe("refused");
  expect(await status("Content-Length: 50\r\n")).toBe("refused");
});

test("on a strict server, lines end with CRLF, a request with a blank line, the batch with its delimiter", async () => {
  const server = await anODataServer({ world: shopWorld({ batches: "strict" }) });
  const whole = batchBody(get(`${BASE}/Orders`));
  expect((await send(server, whole.replaceAll("\r\n", "\n"))).status).toBe(400);
  expect((await send(server, whole.replace("--batch_1--\r\n", ""))).status).toBe(400);
  const [part] = (await send(server, whole.replace("HTTP/1.1\r\n\r\n", "HTTP/1.1"))).parts;
  expect(part?.statusLine).toBe("HTTP/1.1 400 Bad Request");
});

test("batches are read as clients write them: without blank lines and lengths, and with LF", async () => {
  const server = await anODataServer();
  const read = ["Content-Type: application/http", "", `GET ${BASE}/Orders/$count HTTP/1.1`];
  const change = [
    "Content-Type: multipart/mixed; boundary=changeset_1",
    "",
    "--changeset_1",
    "Content-Type: application/http",
    "",
    `PATCH ${BASE}/Orders(101) HTTP/1.1`,
    "Content-Type: application/json",
    "",
    '{"amount":4}',
    "",
    "--changeset_1--",
  ];
  const body = ["--batch_1", ...read, "--batch_1", ...change, "--batch_1", ...read, "--batch_1--"];
  for (const lineEnd of ["\r\n", "\n"]) {
    const { status, parts } = await send(server, body.join(lineEnd));
    expect(status).toBe(200);
    expect(parts.map(({ statusLine }) => statusLine)).toEqual(["HTTP/1.1 200 Ok", "", "HTTP/1.1 200 Ok"]);
    expect(parts[1]?.inner.map(({ statusLine }) => statusLine)).toEqual(["HTTP/1.1 204 No Content"]);
  }
  expect((await server.shop("GET", "/Orders(101)")).json).toMatchObject({ amount: 4 });
  expect((await send(server, body.slice(0, -1).join("\r\n"))).status).toBe(400);
});

test("a body of several lines keeps its own in a batch whose lines end with LF", async () => {
  const server = await anODataServer();
  const json = '{\n  "amount": 7\n}';
  const inner = write("PATCH", `${BASE}/Orders(101)`, { amount: 0 }).split("\r\n").slice(0, -1);
  const lines = inner.map((line) => line.replace(/^Content-Length.*/, `Content-Length: ${json.length}`));
  const body = batchBody(changeset([...lines, json].join("\n"))).replaceAll("\r\n", "\n");
  expect((await send(server, body)).parts[0]?.inner[0]?.statusLine).toBe("HTTP/1.1 204 No Content");
  expect((await server.shop("GET", "/Orders(101)")).json).toMatchObject({ amount: 7 });
});

test("only multipart batches are accepted, with POST; a changeset contains changes, a batch no batch", async () => {
  const server = await anODataServer();
  expect((await server.shop("POST", "/$batch", { body: { requests: [] } })).status).toBe(415);
  expect(await server.shop("GET", "/$batch")).toMatchObject({ status: 400, code: "-1003" });
  for (const body of [batchBody(changeset(get(`${BASE}/Orders`))), batchBody(write("POST", `${BASE}/$batch`, {}))]) {
    const [part] = (await send(server, body)).parts;
    expect(part?.body).toContain('"-1003"');
  }
});

test("an older server loses the last of several GETs", async () => {
  const server = await anODataServer({ world: shopWorld({ lostLastGet: true }) });
  const body = batchBody(get(`${BASE}/Orders`), get(`${BASE}/Lines`));
  expect((await send(server, body)).parts).toHaveLength(1);
  expect((await send(server, batchBody(get(`${BASE}/Orders`)))).parts).toHaveLength(1);
});
