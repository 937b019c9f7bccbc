import { afterAll, expect } from "vitest";
import * as z from "zod";
import { catalogue } from "#shared/contract/catalogue.ts";
import { errors } from "#shared/contract/errors.ts";
import { knowsCallerFirst, maxBodyBytes, type Operation } from "#shared/contract/operation.ts";
import { aBrowser } from "../support/http/a-browser.ts";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { fullCounts } from "./support/full-counts.ts";
import { type MeasuredRequest, serviceCpu } from "./support/service-cpu.ts";

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

/** Operations for which the edge reads a body before it authenticates the caller. */
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

verifies("contract:body:small-first", "OAuth and identity protocols", async () => {
  for (const path of ["/svc/oauth/token", "/svc/oauth/register", "/svc/oauth/revoke", "/svc/api/google-auth/token"]) {
    const answer = await service.raw("POST", path, { headers: form, body: "a".repeat(16_385) });
    expect(answer.status, path).toBe(413);
  }
});

verifies("contract:cost:refused", "names: 500 without a credential, 15,000 with one", async () => {
  const refused = await post("/svc/api/session", namesOf(501));
  expect(refused).toRefuseWith("json_invalid");
  expect(refused.text).toContain("more than 500 names");
  const many = await service.raw("PATCH", "/svc/api/settings", {
    headers: { ...json, ...asAdmin },
    body: namesOf(15_001),
  });
  expect(many).toRefuseWith("json_invalid");
  expect(many.text).toContain("more than 15000 names");
});

verifies("contract:cost:refused", "at most ten of the listed fields include a suggestion", async () => {
  const misspelled = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`serverNicknam${at}`, ""]));
  const answer = await service.admin("PATCH", "/svc/api/settings", misspelled);
  expect(answer).toRefuseWith("input_invalid");
  const { text } = answer.body.messages[0];
  expect(text.match(/Did you mean/g)).toHaveLength(10);
  expect(text.match(/unknown field/g)).toHaveLength(20);
  expect(text).toContain("and 5 more");
});

verifies("contract:cost:refused", "every list in a request has a maximum length", () => {
  const unbounded = Object.values(catalogue)
    .flatMap((resource) => Object.entries<Operation>(resource))
    .flatMap(([name, { input }]) => {
      const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
      return listsWithoutMaximum(schema).map((path) => `${name}${path}`);
    });
  // A note's size is limited as a whole, and its lists are nested in each other.
  expect(unbounded.filter((path) => !path.startsWith("putFileNote."))).toEqual([]);
});

verifies("contract:cost:refused", "a list that is too long is rejected with one sentence", async () => {
  const databases = Array(50_000).fill(1);
  const answer = await service.admin("POST", "/svc/api/api-key", { databases, user: "a", pass: "b" });
  expect(answer).toRefuseWith("input_invalid");
  expect(answer.text).toContain("`databases`: Too big");
  expect(answer.text).not.toContain("databases.0");
});

verifies("contract:cost:refused", "query parameters and form fields are counted before they are parsed", async () => {
  const query = (count: number) => Array.from({ length: count }, (_, at) => at.toString(36)).join("&");
  expect((await service.raw("GET", `/svc/readyz?${query(1_000)}`)).status).toBe(200);
  expect(await service.raw("GET", `/svc/readyz?${query(1_001)}`)).toRefuseWith("input_invalid");
  const page = `/svc/wizard/${"a".repeat(64)}`;
  for (const path of [page, "/svc/oauth/token", "/svc/api/google-auth/token"]) {
    const answer = await service.raw("POST", path, { headers: form, body: query(101) });
    expect([answer.status, answer.text], path).toEqual([400, expect.stringContaining("more than 100 fields")]);
  }
});

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

verifies("contract:cost:refused", "a path of hundreds of segments that need a check each", async () => {
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

/** Length that makes the head as long as possible. */
const longest = 14_000;
const filled = (piece: string) => piece.repeat(longest / piece.length);
const get = (path: string, headers: Readonly<Record<string, string>> = {}): MeasuredRequest => ({
  method: "GET",
  path,
  headers,
});
const bodyTo = (path: string, body: string, headers: Readonly<Record<string, string>> = {}): MeasuredRequest => ({
  method: "POST",
  path,
  headers: { ...json, ...headers },
  body,
});

/** Most expensive requests of each kind, by name. */
const costly: Readonly<Record<string, MeasuredRequest>> = {
  "names to sign-in": bodyTo("/svc/api/session", namesOf(80_000)),
  "names to enroll": bodyTo("/svc/api/agents/enrol", namesOf(80_000)),
  "names to the application log": bodyTo("/svc/api/app-log", namesOf(80_000)),
  "a form of names to sign in with": bodyTo(`/svc/wizard/${"a".repeat(64)}`, "a&".repeat(400_000), form),
  ...Object.fromEntries(
    Object.entries({
      names: namesOf(80_000),
      "14,000 names": namesOf(14_000),
      "names in lists": `{"a":[${Array(14).fill(namesOf(1_000)).join()}]}`,
      "objects of one name each": `{"a":[${Array.from({ length: 14_000 }, (_, at) => `{"k${at}":1}`).join()}]}`,
      brackets: "[".repeat(990_000),
      "empty objects": `{"a":[${Array(330_000).fill("{}").join()}]}`,
      numbers: `{"a":[${Array(490_000).fill("1").join()}]}`,
      escapes: `{"a":"${"\\u0041".repeat(160_000)}"}`,
      "white space": " ".repeat(990_000),
      lines: `[${"\n".repeat(990_000)}x`,
      "one long text": `{"a":"${"a".repeat(990_000)}"}`,
    }).map(([what, body]) => [
      `${what}, by an administrator`,
      { ...bodyTo("/svc/api/settings", body, asAdmin), method: "PATCH" },
    ]),
  ),
  "brackets to a receiver": bodyTo(`/svc/receiver/Contacts/costs/${key}`, "[".repeat(499_000) + "]".repeat(499_000)),
  "names to a receiver, cut off": bodyTo(`/svc/receiver/Contacts/costs/${key}`, namesOf(80_000).slice(0, -1)),
  "a path of segments": get(`/svc${filled("/a")}`),
  "a path of encoded letters": get(`/svc/${filled("%61")}`),
  "a path of keys": get(`/svc/${filled(`dk_${"a".repeat(50)}/`)}`),
  "a path in .well-known": get(`/.well-known/oauth-protected-resource${filled("/a")}`),
  parameters: get(`/svc/readyz?${filled("ab&")}`),
  "parameters to the Data API": get(`/svc/fmi/data/vLatest/databases?${filled("ab&")}`),
  cookies: get("/svc/api/api-key", { Cookie: filled("a=b;") }),
  codings: get("/svc/apidoc", { "Accept-Encoding": filled("a;q=0.1,") }),
  tags: get("/svc/apidoc", { "If-None-Match": filled('"a",') }),
  "an account": get("/svc/api/api-key", { Authorization: `Basic ${filled("YWFh")}` }),
  "words for a credential": get("/svc/api/api-key", { Authorization: filled("a ") }),
};

if (fullCounts)
  verifies("contract:cost:refused", "measured in milliseconds of CPU of the service's process", async () => {
    const cpu = serviceCpu(service.baseUrl);
    try {
      const nothing = await cpu.perRequest(get("/svc/api/api-key"), 500);
      const dear: string[] = [];
      for (const [what, request] of Object.entries(costly)) {
        const { path, headers = {}, body = "" } = request;
        const sentBytes = path.length + JSON.stringify(headers).length + body.length;
        // At least 10 MB in total, so that other work of the process hardly matters.
        const count = Math.ceil(10_000_000 / sentBytes);
        const milliseconds = (await cpu.perRequest(request, count)) - nothing;
        const perMegabyte = milliseconds / (sentBytes / 1_000_000);
        console.log(
          `${what}: ${milliseconds.toFixed(2)} ms for ${sentBytes} bytes, ${perMegabyte.toFixed(1)} ms per MB`,
        );
        // A body of less than 1 MB counts as 1 MB: a body over the limit isn't read to its end.
        if (milliseconds / (Math.max(sentBytes, body === "" ? 0 : 1_000_000) / 1_000_000) > 50) dear.push(what);
      }
      for (const path of ["/svc/apidoc", "/svc/apidoc/openapi.json"])
        for (const coding of ["identity", "br", "gzip", "zstd"]) {
          const milliseconds = await cpu.perRequest(get(path, { "Accept-Encoding": coding }), 200);
          console.log(`${path}, ${coding}: ${milliseconds.toFixed(2)} ms`);
          if (milliseconds > 2) dear.push(`${path}, ${coding}`);
        }
      expect(dear).toEqual([]);
    } finally {
      cpu.stop();
    }
  });

/** Returns the paths of lists without a maximum length in a JSON Schema. */
function listsWithoutMaximum(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const own = "type" in schema && schema.type === "array" && !("maxItems" in schema) ? [""] : [];
  const inner = Object.entries(schema).flatMap(([name, value]) =>
    listsWithoutMaximum(value).map((path) => `.${name}${path}`),
  );
  return [...own, ...inner];
}
