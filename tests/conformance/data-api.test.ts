import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, FORMS, type Subject, subject } from "./support/subject.ts";

/** Tests the protocol reference of the Data API on the sandbox, or on a real server if FMS_URL is set. */
let server: Subject;

beforeAll(async () => {
  server = await subject();
});

afterAll(async () => {
  await server?.close();
});

describe("public responses of a server", () => {
  test.each(["v1", "v2", "vLatest"])("%s has productInfo, without an ETag", async (version) => {
    const answer = await server.ask("GET", `/fmi/data/${version}/productInfo`);
    expect(answer.status).toBe(200);
    expect(answer.response.productInfo).toMatchObject({
      name: expect.stringContaining("Data API"),
      dateFormat: "MM/dd/yyyy",
      timeFormat: "HH:mm:ss",
      timeStampFormat: "MM/dd/yyyy HH:mm:ss",
    });
    expect(answer.headers.get("etag")).toBeNull();
  });

  test("an account gets its files by their bare names", async () => {
    const answer = await server.ask("GET", "/fmi/data/vLatest/databases", { authorization: server.basic });
    expect(answer.response.databases).toContainEqual({ name: server.database.replace(/\.fmp12$/i, "") });
  });

  test("an invalid path is not found", async () => {
    expect((await server.ask("GET", "/fmi/data/vLatest/nothing/here")).status).toBe(404);
  });
});

describe("sessions", () => {
  test.each(FORMS)("a login with $name returns its token twice", async ({ body, type }) => {
    const answer = await server.ask("POST", `${server.base}/sessions`, {
      authorization: server.basic,
      ...(body === undefined ? {} : { body }),
      ...(type === undefined ? {} : { type }),
    });
    expect(answer.status).toBe(200);
    expect(answer.messages).toMatchObject([{ code: "0", message: "OK" }]);
    expect(answer.response.token).toMatch(/^[0-9a-f]{48,52}$/);
    expect(answer.headers.get("x-fm-data-access-token")).toBe(answer.response.token);
    const bye = await server.ask("DELETE", `${server.base}/sessions/${String(answer.response.token)}`);
    expect(bye).toMatchObject({ status: 200, response: {}, code: "0" });
    expectRefusal(
      await server.ask("GET", `${server.base}/layouts`, { token: String(answer.response.token) }),
      401,
      "952",
    );
  });

  test("without credentials, and with wrong ones, no session is opened", async () => {
    expectRefusal(await server.ask("POST", `${server.base}/sessions`, { body: "{}" }), 401, "10");
    const authorization = `Basic ${Buffer.from("nobody-of-that-name:wrong").toString("base64")}`;
    expectRefusal(await server.ask("POST", `${server.base}/sessions`, { body: "{}", authorization }), 401, "212");
  });

  test("a missing file can't be opened", async () => {
    const path = "/fmi/data/vLatest/databases/No-Such-File-Here/sessions";
    expectRefusal(await server.ask("POST", path, { body: "{}", authorization: server.basic }), 500, "802");
  });

  test("an unknown token is rejected with FileMaker's error", async () => {
    const answer = await server.ask("GET", `${server.base}/layouts`, { token: "0".repeat(52) });
    expectRefusal(answer, 401, "952");
    expect(answer.messages[0]?.message).toBe("Invalid FileMaker Data API token (*)");
  });

  test("validateSession reports if a call is running", async () => {
    const answer = await server.call("GET", "/fmi/data/vLatest/validateSession");
    expect(answer.response).toEqual({ isSessionInUse: false });
  });

  test("the name with its extension, and with a trailing slash, is the same path", async () => {
    const bare = server.database.replace(/\.fmp12$/i, "");
    for (const name of [bare, `${bare}.fmp12`]) {
      const path = `/fmi/data/vLatest/databases/${encodeURIComponent(name)}/sessions/`;
      const answer = await server.ask("POST", path, { body: "{}", authorization: server.basic });
      expect(answer.status).toBe(200);
      await server.ask(
        "DELETE",
        `/fmi/data/vLatest/databases/${encodeURIComponent(name)}/sessions/${String(answer.response.token)}`,
      );
    }
  });
});

describe("lists and metadata", () => {
  test("the layout is listed, in a folder or not", async () => {
    const answer = await server.call("GET", `${server.base}/layouts`);
    expect(JSON.stringify(answer.response.layouts)).toContain(`"name":${JSON.stringify(server.layout)}`);
  });

  test("scripts report if they are folders", async () => {
    const answer = await server.call("GET", `${server.base}/scripts`);
    for (const script of answer.response.scripts as readonly Record<string, unknown>[]) {
      expect(script).toMatchObject({ name: expect.any(String), isFolder: expect.any(Boolean) });
    }
  });

  test("fields are described with the captured keys", async () => {
    const answer = await server.call("GET", server.layoutPath);
    const [field] = answer.response.fieldMetaData as readonly Record<string, unknown>[];
    expect(field).toMatchObject({
      name: expect.any(String),
      type: expect.stringMatching(/^(?:normal|calculation|summary)$/),
      displayType: expect.any(String),
      result: expect.stringMatching(/^(?:text|number|date|time|timeStamp|container)$/),
      global: expect.any(Boolean),
      autoEnter: expect.any(Boolean),
      maxRepeat: expect.any(Number),
      notEmpty: expect.any(Boolean),
    });
    expect(answer.response.portalMetaData).toBeTypeOf("object");
  });
});

describe("records", () => {
  let id: string;

  beforeAll(async () => {
    const answer = await server.call("POST", `${server.layoutPath}/records`, '{"fieldData":{}}');
    expect(answer.messages).toMatchObject([{ code: "0" }]);
    expect(answer.response).toMatchObject({ recordId: expect.any(String), modId: expect.any(String) });
    id = String(answer.response.recordId);
  });

  afterAll(async () => {
    if (id !== undefined) await server.call("DELETE", `${server.layoutPath}/records/${id}`);
  });

  test("a record is read with its metadata", async () => {
    const answer = await server.call("GET", `${server.layoutPath}/records/${id}`);
    expect(Object.keys(answer.response)[0]).toBe("dataInfo");
    expect(answer.response.dataInfo).toMatchObject({ layout: server.layout, foundCount: 1, returnedCount: 1 });
    expect(answer.response.data).toMatchObject([
      { recordId: id, fieldData: {}, portalData: {}, modId: expect.any(String) },
    ]);
  });

  test("a range returns at most the requested number of records", async () => {
    const answer = await server.call("GET", `${server.layoutPath}/records?_limit=1&_offset=1`);
    expect(answer.response.data).toHaveLength(1);
    expect(answer.response.dataInfo).toMatchObject({ returnedCount: 1, totalRecordCount: expect.any(Number) });
    expect((await server.call("GET", `${server.layoutPath}/records/?_limit=1`)).status).toBe(200);
  });

  test("responses carry a weak ETag, no-cache, and nosniff", async () => {
    const { headers } = await server.call("GET", `${server.layoutPath}/records/${id}`);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(headers.get("etag")).toMatch(/^W\/"[0-9a-f]+-.{27}"$/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("an empty edit succeeds, and one with a stale modId is rejected", async () => {
    const path = `${server.layoutPath}/records/${id}`;
    const answer = await server.call("PATCH", path, '{"fieldData":{}}');
    expect(answer.response).toMatchObject({ modId: expect.any(String) });
    expectRefusal(await server.call("PATCH", path, '{"fieldData":{},"modId":"999999"}'), 500, "306");
  });

  test("a copy is created and deleted; deleting it again finds no record", async () => {
    const copy = await server.call("POST", `${server.layoutPath}/records/${id}`, "{}");
    expect(copy.response).toMatchObject({ recordId: expect.any(String), modId: expect.any(String) });
    const path = `${server.layoutPath}/records/${String(copy.response.recordId)}`;
    expect(await server.call("DELETE", path)).toMatchObject({ status: 200, response: {} });
    expectRefusal(await server.call("DELETE", path), 500, "101");
  });
});

describe("errors", () => {
  test("unknown names have specific codes", async () => {
    const { base, layoutPath } = server;
    expectRefusal(await server.call("GET", `${base}/layouts/No%20Such%20Layout/records`), 500, "105");
    expectRefusal(await server.call("GET", `${layoutPath}/records/999999999`), 500, "101");
    expectRefusal(await server.call("GET", `${layoutPath}/script/No%20Such%20Script`), 500, "104");
    const sort = encodeURIComponent('[{"fieldName":"no such field"}]');
    expectRefusal(await server.call("GET", `${layoutPath}/records?_sort=${sort}`), 500, "102");
    expectRefusal(await server.call("POST", `${layoutPath}/_find`, '{"query":[{"no such field":"1"}]}'), 500, "102");
    expectRefusal(
      await server.call("POST", `${layoutPath}/records`, '{"fieldData":{"no such field":"1"}}'),
      500,
      "102",
    );
  });

  test("a find without criteria is rejected", async () => {
    expectRefusal(await server.call("POST", `${server.layoutPath}/_find`, '{"query":[{}]}'), 500, "400");
  });

  test("a wrong method is 405, a wrong type 415, a malformed body 400", async () => {
    const { layoutPath } = server;
    expect((await server.call("PUT", `${layoutPath}/records/1`, "{}")).status).toBe(405);
    expect((await server.call("POST", `${layoutPath}/_find`, "{}", "text/plain")).status).toBe(415);
    expect((await server.call("POST", `${layoutPath}/_find`, "{")).status).toBe(400);
    expect((await server.call("GET", `${layoutPath}/records?_limit=-1`)).status).toBe(400);
  });

  test("an unqualified global is rejected", async () => {
    const answer = await server.call("PATCH", `${server.base}/globals`, '{"globalFields":{"unqualified":"x"}}');
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.code).not.toBe("0");
  });
});

/** Expects FileMaker's error format: a status, a code that is text, and an empty response after the messages. */
function expectRefusal(answer: Answer, status: number, code: string): void {
  expect(answer).toMatchObject({ status, code, response: {} });
  expect(answer.messages[0]?.message).toEqual(expect.any(String));
}
