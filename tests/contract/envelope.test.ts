import { afterAll, expect } from "vitest";
import { Envelope } from "#shared/contract/envelope.ts";
import type { Answer } from "../support/http/call.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const account = { user: "api", pass: "demo-pass", databases: ["Contacts"] };

verifies("contract:envelope:success", async () => {
  for (const answer of await successes()) {
    expect(answer.status).toBe(200);
    expect(answer.body.messages).toEqual([{ code: 0, text: "ok" }]);
  }
});

verifies("contract:envelope:shape", async () => {
  for (const answer of [...(await successes()), ...(await refusals())]) {
    expect(Object.keys(answer.body)).toEqual(["messages", "response"]);
    expect(Envelope.parse(answer.body)).toEqual(answer.body);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.headers["content-length"]).toBe(String(answer.bytes.length));
  }
});

verifies("contract:errors:envelope", async () => {
  for (const answer of await refusals()) {
    const [message] = answer.body.messages;
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(message.code).toBeGreaterThan(0);
    expect(message.text).toMatch(/\w+ \w+/);
  }
});

verifies("contract:errors:envelope", "HEAD is answered like GET, without the body", async () => {
  const get = await service.admin("GET", "/svc/api/api-key/99");
  const head = await service.admin("HEAD", "/svc/api/api-key/99");
  expect([head.status, head.bytes.length]).toEqual([404, 0]);
  expect(head.headers["content-type"]).toBe(get.headers["content-type"]);
});

verifies("contract:errors:envelope", "the request id of every response leads to its log line", async () => {
  const answers = [...(await successes()), await service.admin("GET", "/svc/api/api-key/99")];
  const lines = await service.logs();
  for (const { headers } of answers) {
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(lines).toContain(String(headers["x-request-id"]));
  }
});

verifies("contract:errors:credentials", async () => {
  const wrong = { ...account, pass: "wrong" };
  expect((await service.admin("POST", "/svc/api/api-key", wrong)).status).toBe(400);
  expect((await service.raw("POST", "/svc/api/api-key/create-only", { json: wrong })).status).toBe(400);
  const admin = { label: "x", user: "admin", pass: "wrong" };
  expect(await service.admin("POST", "/svc/api/admin-api-key", admin)).toRefuseWith("credentials_refused");
  const own = await service.raw("POST", "/svc/api/api-key", { json: account });
  expect(own).toRefuseWith("unauthenticated");
});

verifies("contract:errors:validation", async () => {
  const answer = await service.admin("POST", "/svc/api/api-key", { databases: ["a/b", 3], pass: 7, isOData: "yes" });
  expect(answer).toRefuseWith("input_invalid");
  const { text } = answer.body.messages[0];
  expect(text).toMatch(/`databases\.0`: must be a file name without a path/);
  for (const field of ["databases.1", "user", "pass", "isOData"]) expect(text).toContain(`\`${field}\`: `);
});

verifies("contract:errors:validation", "input isn't repeated, because it may be a password", async () => {
  const body = { databases: ["s3cret/x"], user: { s3cret: 1 }, pass: ["s3cret"], label: { s3cret: "s3cret" } };
  const answer = await service.admin("POST", "/svc/api/api-key", body);
  expect(answer).toRefuseWith("input_invalid");
  expect(answer.text).not.toContain("s3cret");
});

verifies(
  "contract:errors:validation",
  "the errors for a key without files, and for one without APIs, say what is missing",
  async () => {
    const none = await service.admin("POST", "/svc/api/api-key", { ...account, databases: undefined });
    expect(none.body.messages[0].text).toMatch(/`databases`: name at least one file/);
    const idle = await service.admin("POST", "/svc/api/api-key", { ...account, isDataApi: false });
    expect(idle.body.messages[0].text).toMatch(/`isDataApi`: a key must be for the Data API, OData or both/);
  },
);

/** Returns one answer of each shape. */
async function successes(): Promise<Answer[]> {
  const created = await service.admin("POST", "/svc/api/api-key", account);
  const { id } = created.body.response;
  return [
    created,
    await service.admin("GET", "/svc/api/api-key"),
    await service.admin("GET", `/svc/api/api-key/${id}`),
    await service.admin("PATCH", `/svc/api/api-key/${id}`, { label: "x" }),
    await service.admin("POST", `/svc/api/api-key/${id}/logout`, {}),
    await service.admin("POST", "/svc/api/api-key/bulk-delete", { keys: [id] }),
    await service.admin("GET", "/svc/api/admin-api-key"),
  ];
}

async function refusals(): Promise<Answer[]> {
  const raw = { headers: { Authorization: "Basic eA==", "Content-Type": "text/plain" }, body: "x" };
  return [
    await service.admin("GET", "/svc/api/api-key/99"),
    await service.admin("GET", "/svc/api/nowhere"),
    await service.admin("PUT", "/svc/api/api-key", {}),
    await service.admin("POST", "/svc/api/api-key", { databases: [] }),
    await service.raw("GET", "/svc/api/api-key"),
    await service.raw("POST", "/svc/api/api-key/create-only", raw),
    await service.admin("POST", "/svc/api/api-key/create-only", { ...account, databases: ["Nowhere"] }),
  ];
}
