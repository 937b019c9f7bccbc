import { afterAll, expect } from "vitest";
import * as z from "zod";
import { catalogue } from "#shared/contract/catalogue.ts";
import { errors } from "#shared/contract/errors.ts";
import { knowsCallerFirst, maxBodyBytes, type Operation } from "#shared/contract/operation.ts";
import { aBrowser } from "../support/http/a-browser.ts";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
const key = await service.aKey();
const asAdmin = { Authorization: adminAccount };
const json = { "Content-Type": "application/json" };
const form = { "Content-Type": "application/x-www-form-urlencoded" };

const namesOf = (count: number, value = "1") =>
  `{${Array.from({ length: count }, (_, at) => `"k${at}":${value}`).join()}}`;
const post = (path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
  service.raw("POST", path, { headers: { ...json, ...headers }, body });

/** Operations that the edge reads a body for before it knows who calls. */
const open = Object.values(catalogue)
  .flatMap((resource) => Object.values<Operation>(resource))
  .filter(({ method }) => ["POST", "PUT", "PATCH", "DELETE"].includes(method))
  .filter(({ answers = "envelope", takes }) => takes === undefined && ["envelope", "json", "page"].includes(answers))
  .filter((operation) => !knowsCallerFirst(operation));

verifies("contract:body:small-first", async () => {
  expect(open.map(({ path }) => path)).toContain("/svc/api/session");
  for (const operation of open) {
    const { method, path, answers } = operation;
    const most = maxBodyBytes(operation);
    expect(most, path).toBeLessThanOrEqual(65_536);
    const answer = await service.raw(method, path.replace(/\{\w+\}/g, "a".repeat(64)), {
      headers: answers === "page" ? form : json,
      body: " ".repeat(most + 1),
    });
    expect(answer.status, `${path}: ${answer.text}`).toBe(413);
  }
});

verifies("contract:body:small-first", "protocols of others", async () => {
  for (const path of ["/svc/oauth/token", "/svc/oauth/register", "/svc/oauth/revoke", "/svc/api/google-auth/token"]) {
    const answer = await service.raw("POST", path, { headers: form, body: "a".repeat(16_385) });
    expect(answer.status, path).toBe(413);
  }
});

verifies("contract:cost:refused", "names: 500 without a credential, 30,000 with one", async () => {
  const stranger = await post("/svc/api/session", namesOf(501));
  expect(stranger).toRefuseWith("json_invalid");
  expect(stranger.text).toContain("more than 500 names");
  const many = await service.raw("PATCH", "/svc/api/settings", {
    headers: { ...json, ...asAdmin },
    body: namesOf(30_001),
  });
  expect(many).toRefuseWith("json_invalid");
  expect(many.text).toContain("more than 30000 names");
});

verifies("contract:cost:refused", "at most ten of the fields that are named come with a suggestion", async () => {
  const misspelled = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`serverNicknam${at}`, ""]));
  const answer = await service.admin("PATCH", "/svc/api/settings", misspelled);
  expect(answer).toRefuseWith("input_invalid");
  const { text } = answer.body.messages[0];
  expect(text.match(/Did you mean/g)).toHaveLength(10);
  expect(text.match(/there is no such field/g)).toHaveLength(20);
  expect(text).toContain("and 5 more");
});

verifies("contract:cost:refused", "every list that an operation takes has a maximum length", () => {
  const unbounded = Object.values(catalogue)
    .flatMap((resource) => Object.entries<Operation>(resource))
    .flatMap(([name, { input }]) => {
      const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
      return listsWithoutMaximum(schema).map((path) => `${name}${path}`);
    });
  // A note's size is limited as a whole, and its lists lead into each other.
  expect(unbounded.filter((path) => !path.startsWith("putFileNote."))).toEqual([]);
});

verifies("contract:cost:refused", "a list that is too long is refused in one sentence", async () => {
  const databases = Array(50_000).fill(1);
  const answer = await service.admin("POST", "/svc/api/api-key", { databases, user: "a", pass: "b" });
  expect(answer).toRefuseWith("input_invalid");
  expect(answer.text).toContain("`databases`: Too big");
  expect(answer.text).not.toContain("databases.0");
});

verifies(
  "contract:cost:refused",
  "parameters of a query and fields of a form are counted before they are read",
  async () => {
    const query = (count: number) => Array.from({ length: count }, (_, at) => at.toString(36)).join("&");
    expect((await service.raw("GET", `/svc/readyz?${query(1_000)}`)).status).toBe(200);
    expect(await service.raw("GET", `/svc/readyz?${query(1_001)}`)).toRefuseWith("input_invalid");
    const page = `/svc/wizard/${"a".repeat(64)}`;
    for (const path of [page, "/svc/oauth/token", "/svc/api/google-auth/token"]) {
      const answer = await service.raw("POST", path, { headers: form, body: query(101) });
      expect([answer.status, answer.text], path).toEqual([400, expect.stringContaining("more than 100 fields")]);
    }
  },
);

verifies("contract:cost:refused", "a session is found among thousands of cookies", async () => {
  const browser = aBrowser(service);
  await browser.signIn();
  const others = "a=b;".repeat(3_000);
  const headers = { "Sec-Fetch-Site": "same-origin" };
  for (const cookies of [`${others}${browser.cookie}`, `${browser.cookie}; ${others}`])
    expect((await service.raw("GET", "/svc/api/session", { headers: { ...headers, Cookie: cookies } })).status).toBe(
      200,
    );
});

verifies("contract:cost:refused", "a path of hundreds of segments that need a look each", async () => {
  const answer = await service.raw("GET", `/svc/fmi/data/vLatest/databases${"/%61".repeat(300)}`);
  expect([answer.status, answer.body.messages[0].code]).toEqual([400, String(errors.path_refused.code)]);
});

verifies("webhooks:receive:depth", async () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}`;
  const path = `/svc/receiver/Contacts/deep/${key}`;
  expect((await post(path, nested(100))).status).toBe(200);
  const refused = await post(path, nested(101));
  expect(refused).toRefuseWith("json_invalid");
  expect(refused.text).toContain("nested deeper than 100 levels");
  expect(await post(path, "[".repeat(400_000))).toRefuseWith("json_invalid");
});

/** Paths to lists of a JSON Schema that may be of any length. */
function listsWithoutMaximum(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const own = "type" in schema && schema.type === "array" && !("maxItems" in schema) ? [""] : [];
  const inner = Object.entries(schema).flatMap(([name, value]) =>
    listsWithoutMaximum(value).map((path) => `.${name}${path}`),
  );
  return [...own, ...inner];
}
