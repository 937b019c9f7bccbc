import { afterAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { catalogue } from "#shared/contract/catalogue.ts";
import { knowsItsFields, type Operation } from "#shared/contract/operation.ts";
import { knownFields } from "../../../functions/edge/input/known-fields.ts";
import { adminAccount, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { objectPlaces } from "./object-places.ts";

const service = await testService();
afterAll(() => service.stop());

const key = await service.aKey();
const operations = Object.values(catalogue).flatMap((resource) =>
  Object.entries(resource as Record<string, Operation>),
);
const knowing = operations.filter(([, operation]) => knowsItsFields(operation));

test("every operation with a method that changes something, except foreign protocols, declares its fields", () => {
  const others = operations.filter(([, { method }]) => !["GET", "HEAD"].includes(method));
  const lenient = others.filter(([, operation]) => !knowsItsFields(operation)).map(([name]) => name);
  expect(lenient).toEqual([
    "exchangeIdentityCode",
    "callMcpServer",
    "adminMcp",
    "discoverOAuth",
    "discoverIssuer",
    "listOAuthKeys",
    "answerOAuthSignIn",
    "exchangeOAuthToken",
    "registerOAuthClient",
    "revokeOAuthToken",
    "dataApi",
    "odata",
    "adminApi",
    "streaming",
    "receiveEvent",
    "receiveEventByPath",
    "receiveFile",
    "receiveFileByPath",
    "relayEvent",
  ]);
});

describe("contract:fields:unknown", () => {
  test.each(knowing.filter(([, { open }]) => open !== true))(
    "%s rejects an unknown field, wherever it is sent",
    async (_name, operation) => {
      const [first, ...rest] = await answersTo(operation, { unheardOf: 1 });
      for (const answer of [first, ...rest]) {
        expect(answer?.status, answer?.text).toBe(400);
        expect(answer?.text).toMatch(/(?:`|&#96;)unheardOf(?:`|&#96;)/);
      }
    },
  );

  test.each(knowing)("%s accepts every field of its schema, and no other, in every object", (_name, { input }) => {
    const places = objectPlaces(z.toJSONSchema(input, { io: "input", unrepresentable: "any" }));
    for (const { path, with: placed } of places) {
      const { refused } = knownFields(input, placed({ unheardOf: 1 }));
      expect(
        refused.first.map((field) => field.path.join(".")),
        `in ${path.join(".")}`,
      ).toEqual([[...path, "unheardOf"].join(".")]);
    }
  });
});

verifies("contract:fields:unknown", "the nearest field is suggested", async () => {
  const refused = async (sent: object) => {
    const answer = await service.admin("PATCH", `/svc/api/api-key/${key}`, sent);
    expect(answer).toRefuseWith("input_invalid");
    return answer.body.messages[0].text;
  };
  expect(await refused({ allowAnyDatabse: false })).toContain("Did you mean `allowAnyDatabase`?");
  expect(await refused({ allow_any_db: false })).toContain("Did you mean `allowAnyDatabase`?");
  expect(await refused({ isOdata: false })).toContain("Did you mean `isOData`?");
  expect(await refused({ password: "x" })).toContain("Did you mean `pass`?");
  expect(await refused({ colour: "x" })).not.toContain("Did you mean");
});

verifies("contract:fields:unknown", "a request with an unknown field changes nothing", async () => {
  const before = (await service.admin("GET", `/svc/api/api-key/${key}`)).body.response;
  await service.admin("PATCH", `/svc/api/api-key/${key}`, { label: "changed", unheardOf: true });
  expect((await service.admin("GET", `/svc/api/api-key/${key}`)).body.response).toEqual(before);
});

verifies("contract:fields:unknown", "in a list and in a form of several", async () => {
  const answer = await service.admin("POST", "/svc/api/fm-file/rename", [
    { fileName: "Contacts", newName: "People" },
    { fileName: "Orders", newFileName: "Sales", targetFoldr: "secure" },
  ]);
  expect(answer).toRefuseWith("input_invalid");
  expect(answer.body.messages[0].text).toContain("`files.0.newName`: unknown field");
  expect(answer.body.messages[0].text).toContain("`files.1.targetFoldr`: unknown field. Did you mean `targetFolder`?");
});

verifies("contract:fields:unknown", "a key among the field names is masked, and thousands aren't listed", async () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`field${at}`, at]));
  const answer = await service.admin("PATCH", "/svc/api/settings", { [key]: 1, ...many });
  expect(answer).toRefuseWith("input_invalid");
  expect(answer.text).not.toContain(key);
  expect(answer.text).toContain("and 4981 more");
});

/** Calls an operation with its example's input and additional fields. Returns the answer. */
async function answersTo(operation: Operation, more: Readonly<Record<string, unknown>>) {
  const { method, path, access, answers, takes, example } = operation;
  const named = new Set<string>();
  const template = path.replace(/\{(\w+)\+?\}/g, (_, name: string) => {
    named.add(name);
    return encodeURIComponent(String(example?.input?.[name] ?? "1"));
  });
  const given = Object.entries(example?.input ?? {}).filter(([name]) => !named.has(name));
  const Authorization = access === "data-key" ? `Bearer ${key}` : adminAccount;
  const headers = { Authorization };
  const all = [...given, ...Object.entries(more)];
  if (answers === "page") {
    const typed = { ...headers, "Content-Type": "application/x-www-form-urlencoded" };
    return [await service.raw(method, template, { headers: typed, body: encoded(all) })];
  }
  const byQuery = await service.raw(method, `${template}?${encoded(Object.entries(more))}`, { headers });
  if (takes === "bytes" || method === "GET") return [byQuery];
  const json = Object.fromEntries(method === "DELETE" ? Object.entries(more) : all);
  return [byQuery, await service.raw(method, template, { headers, json })];
}

function encoded(fields: readonly (readonly [string, unknown])[]): string {
  return String(new URLSearchParams(Object.fromEntries(fields.map(([name, value]) => [name, String(value)]))));
}
