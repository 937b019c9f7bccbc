import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isODataSubjectNamed, type ODataAnswer, type ODataSubject, odataSubject } from "./support/odata-subject.ts";

/** Tests the protocol reference of OData on the sandbox, or on a real server if FMS_URL and FMS_TABLE are set. */
describe.runIf(isODataSubjectNamed())("OData", () => {
  let server: ODataSubject;
  let set: string;

  beforeAll(async () => {
    server = await odataSubject();
    set = `/${encodeURIComponent(server.database)}/${encodeURIComponent(server.table)}`;
  });

  afterAll(async () => {
    await server?.close();
  });

  test("without an account, every response is 401", async () => {
    for (const path of ["", `/${server.database}`]) {
      expect((await server.ask("GET", path, { authorization: null })).status).toBe(401);
    }
    const bearer = await server.ask("GET", `/${server.database}`, { authorization: "Bearer 0123" });
    expectRefusal(bearer, 401, "212");
  });

  test("the root lists files, and a file lists its tables", async () => {
    const root = await server.ask("GET", "");
    expect(root.headers.get("content-type")).toBe("application/json;charset=utf-8");
    expect(root.json.value).toContainEqual(
      expect.objectContaining({ name: server.database.replace(/\.fmp12$/i, ""), kind: "EntityContainer" }),
    );
    const file = await server.ask("GET", `/${server.database}`);
    expect(file.json.value).toContainEqual(
      expect.objectContaining({
        name: server.table,
        kind: "EntitySet",
        url: expect.stringContaining("/fmi/odata/v4/"),
      }),
    );
  });

  test("$metadata describes the table in XML and in JSON", async () => {
    const xml = await server.ask("GET", `/${server.database}/$metadata`, { headers: { accept: "application/xml" } });
    expect(xml.text).toContain(`<EntityType Name="${server.table}_"`);
    expect(xml.text).toMatch(/OData Engine \d+\.\d+/);
    const json = await server.ask("GET", `/${server.database}/$metadata`, { headers: { accept: "application/json" } });
    expect(json.json).toMatchObject({
      $Version: "4.01",
      [server.database]: {
        [`${server.table}_`]: { $Kind: "EntityType", "@TableID": expect.stringMatching(/^FMTID:\d+$/) },
      },
    });
  });

  test("a record is created, read, changed, and deleted", async () => {
    const { field } = server;
    const made = await server.ask("POST", set, { body: { [field]: "made by a test" } });
    expect(made.status).toBe(201);
    const address = made.headers.get("location") ?? "";
    const path = address.slice(address.indexOf("/fmi/odata/v4") + "/fmi/odata/v4".length);
    expect((await server.ask("GET", path)).json).toMatchObject({ [field]: "made by a test" });
    expect((await server.ask("PATCH", path, { body: { [field]: "changed by a test" } })).status).toBe(204);
    const filter = `?$filter=${encodeURIComponent(`"${field}"`)}%20eq%20'changed%20by%20a%20test'&$count=true`;
    expect((await server.ask("GET", set + filter)).json.value).toHaveLength(1);
    const deleted = await server.ask("DELETE", path);
    expect(deleted.status).toBe(204);
    expect(deleted.headers.get("fmodata.affected_rows")).toBe("1");
    expectRefusal(await server.ask("GET", path), 404, "-1023");
  });

  test("return=minimal returns the record's location, with its record id", async () => {
    const made = await server.ask("POST", set, {
      body: { [server.field]: "made by a test" },
      headers: { prefer: "return=minimal" },
    });
    expect(made).toMatchObject({ status: 204, text: "" });
    const [, key = ""] = /(\(ROWID=\d+\))$/.exec(made.headers.get("location") ?? "") ?? [];
    expect((await server.ask("DELETE", set + key)).status).toBe(204);
  });

  test("annotations are spelled with or without odata, depending on the requested version", async () => {
    const query = `${set}?$top=0`;
    expect((await server.ask("GET", query, { headers: { "OData-Version": "4.0" } })).json).toHaveProperty([
      "@odata.context",
    ]);
    const none = await server.ask("GET", query, { headers: { accept: "application/json;odata.metadata=none" } });
    expect(none.json).toEqual({ value: [] });
  });

  test("errors have a status, and a text as code", async () => {
    expectRefusal(await server.ask("GET", `/${server.database}/No_Such_Table`), 404, "-1020");
    expectRefusal(await server.ask("GET", `${set}?$select=NoSuchField`), 400, "8309");
    expectRefusal(await server.ask("GET", `${set}$top=1`), 400, "-1002");
    expectRefusal(await server.ask("GET", `${set}?$select=id`), 400, "-1002");
    // Releases differ in the status of a missing script.
    expect([400, 404]).toContain((await server.ask("POST", `/${server.database}/Script.No_Such_Script`)).status);
    expectRefusal(await server.ask("GET", `/${server.database}/Webhook.Get(999999)`), 404, "-1061");
  });

  test("a batch is answered part by part", async () => {
    const target = `/fmi/odata/v4/${server.database.replace(/\.fmp12$/i, "")}/${encodeURIComponent(server.table)}?$top=1`;
    const body = `--b\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nGET ${target} HTTP/1.1\r\n\r\n\r\n--b--\r\n`;
    const headers = { "content-type": "multipart/mixed; boundary=b", "OData-Version": "4.0" };
    const answer = await server.ask("POST", `/${server.database}/$batch`, { body, headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^multipart\/mixed; ?boundary=/);
    expect(answer.text).toContain("HTTP/1.1 200 Ok");
    expect(answer.text).toContain('"@odata.context"');
  });
});

function expectRefusal({ status, json }: ODataAnswer, expected: number, code: string): void {
  expect(status).toBe(expected);
  expect(json).toEqual({ error: { code, message: expect.any(String) } });
}
