import { afterAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { catalogue } from "#shared/contract/catalogue.ts";
import { knowsItsFields, type Operation } from "#shared/contract/operation.ts";
import { unknownFieldRule } from "#shared/contract/values/unknown-fields.ts";
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
  const ruleOf = (operation: Operation) => unknownFieldRule(operation, "unheardOf");

  test.each(knowing.filter(([, operation]) => ruleOf(operation) === "refuse"))(
    "%s grants access, and rejects an unknown field, wherever it is sent",
    async (_name, operation) => {
      const [first, ...rest] = await answersTo(operation, { unheardOf: 1 });
      for (const answer of [first, ...rest]) {
        expect(answer?.status, answer?.text).toBe(400);
        expect(answer?.text).toMatch(/(?:`|&#96;)unheardOf(?:`|&#96;)/);
      }
    },
  );

  test.each(knowing.filter(([, operation]) => ruleOf(operation) !== "refuse"))(
    "%s doesn't reject an unknown field, wherever it is sent",
    async (_name, operation) => {
      for (const { text } of await answersTo(operation, { unheardOf: 1 }))
        expect(text).not.toMatch(/`unheardOf`(?: in the \w+)?: unknown field(?!, ignored)/);
    },
  );

  test.each(knowing.filter(([, operation]) => ruleOf(operation) === "refuse-similar"))(
    "%s rejects a field with a similar name to a known one",
    async (_name, operation) => {
      const [similar] = Object.keys(operation.input.shape)
        .map((name) => `${name}s`)
        .filter((name) => !Object.hasOwn(operation.input.shape, name));
      if (similar === undefined) return;
      for (const answer of await answersTo(operation, { [similar]: 1 })) {
        expect(answer.status, answer.text).toBe(400);
        expect(answer.text).toContain(`\`${similar}\``);
      }
    },
  );

  test("keys, people, networks, sign-in, MCP servers, and the verification of webhooks grant access", () => {
    const granting = knowing.filter(([, operation]) => ruleOf(operation) === "refuse").map(([name]) => name);
    expect(granting).toMatchInlineSnapshot(`
      [
        "createEnrolmentCode",
        "enrolAgent",
        "createSignInCode",
        "registerServerKey",
        "checkHost",
        "revokeAgent",
        "createRecoveryKey",
        "confirmRecoveryKey",
        "openOffsiteSets",
        "saveIdentityCredentials",
        "deleteIdentityCredentials",
        "createDataApiKey",
        "createDataApiKeyOnly",
        "updateDataApiKey",
        "deleteDataApiKey",
        "deleteDataApiKeys",
        "logoutDataApiKey",
        "rotateDataApiKey",
        "testDataApiKey",
        "testFileAccount",
        "changeDataApiKeyPassword",
        "createAdminApiKey",
        "updateAdminApiKey",
        "deleteAdminApiKey",
        "deleteAdminApiKeys",
        "rotateAdminApiKey",
        "testAdminApiKey",
        "changeAdminApiKeyPassword",
        "createMcpServer",
        "updateMcpServer",
        "deleteMcpServer",
        "createMcpTool",
        "updateMcpTool",
        "deleteMcpTool",
        "listFileScripts",
        "previewMcpServer",
        "testMcpTool",
        "updateAdminMcp",
        "revokeOAuthGrant",
        "giveRole",
        "takeRole",
        "endOtherSessions",
        "endSession",
        "endSessionsOfOthers",
        "signIn",
        "signOut",
        "collectHandOver",
        "forgetHandOver",
        "answerHandOver",
        "setAllowedNetworks",
        "setStatusPageSettings",
        "exportConfiguration",
        "previewImport",
        "importConfiguration",
        "listDigests",
        "sendConfiguration",
        "previewOtto",
        "makeMetricsToken",
        "deleteMetricsToken",
      ]
    `);
    const { createWebhook } = catalogue.webhooks;
    expect(
      ["settings", "secret", "verification", "active"].map((name) => unknownFieldRule(createWebhook, name)),
    ).toEqual(["refuse", "refuse", "refuse", "refuse-similar"]);
  });

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

verifies(
  "contract:fields:unknown",
  "a row that a client sends back is accepted, and the answer names what was ignored",
  async () => {
    const row = { channel: "sent-back", filename: "Contacts.fmp12", label: "x", active: 1, number_of_times_used: 0 };
    const made = await service.admin("POST", "/svc/api/webhooks", row);
    expect(made.status, made.text).toBe(200);
    expect(made.body.messages).toEqual([
      { code: 0, text: "ok" },
      { code: 0, text: "`active`: unknown field, ignored" },
      { code: 0, text: "`number_of_times_used`: unknown field, ignored" },
    ]);
    const schedule = {
      name: "n",
      remote_name: "r",
      bucket_name: "fm-backups",
      remote_path: "p",
      last_backup: null,
      running: false,
    };
    const unknownRemote = await service.admin("POST", "/svc/api/settings/offsite/schedules", schedule);
    expect(unknownRemote).not.toRefuseWith("input_invalid");
    expect(unknownRemote.body.messages.slice(1).map(({ text }: { text: string }) => text)).toEqual([
      "`last_backup`: unknown field, ignored",
      "`running`: unknown field, ignored",
    ]);
    const settings = { verification: { scheme: "github", unheardOf: 1 } };
    const inSettings = {
      channel: "signed",
      filename: "Contacts",
      label: "x",
      secret: "a-long-enough-secret",
      settings,
    };
    const refused = await service.admin("POST", "/svc/api/webhooks", inSettings);
    expect(refused).toRefuseWith("input_invalid");
    expect(refused.text).toContain("`settings.verification.unheardOf`: unknown field");
  },
);

verifies("contract:fields:absent", "null", async () => {
  const build = { buildId: "nulls", files: [{ fileName: "Contacts.fmp12" }], preBuildScript: null, publish: null };
  const answer = await service.admin("POST", "/svc/api/build", build);
  expect(answer.text).not.toContain("preBuildScript");
  expect(answer.text).not.toContain("publish");

  const made = await service.admin("PATCH", `/svc/api/api-key/${key}`, {
    label: "of nulls",
    isOData: null,
    endsAt: null,
  });
  expect(made.status, made.text).toBe(200);
  expect((await service.admin("GET", `/svc/api/api-key/${key}`)).body.response).toMatchObject({
    ends_at: null,
    is_odata: false,
  });
  const required = await service.admin("POST", "/svc/api/webhooks", {
    channel: null,
    filename: "Contacts",
    label: "x",
  });
  expect(required).toRefuseWith("input_invalid");
});

verifies("contract:fields:absent", "an empty text", async () => {
  const location = { folder: "default", subFolder: "" };
  const operation = { source: { fileName: "Demo.fmp12" }, target: { fileName: "Demo.fmp12" }, location };
  const source = { type: "url", url: "https://example.com/a.build.zip" };
  for (const fileOperation of [
    { ...operation, operation: "install", overwrite: true },
    { ...operation, operation: "replace" },
  ]) {
    const deployment = { label: "x", deployments: [{ source, fileOperations: [fileOperation] }] };
    const answer = await service.admin("POST", "/svc/api/deployment", deployment);
    expect(answer.status, answer.text).toBe(200);
    const ignored = "`deployments.0.fileOperations.0.location`: unknown field, ignored";
    expect(answer.text.includes(ignored)).toBe(fileOperation.operation === "replace");
  }
  const renamed = { fileName: "Archive", newFileName: "Arch2", targetFolder: "default", targetSubfolder: "" };
  expect(await service.admin("POST", "/svc/api/fm-file/rename", renamed)).not.toRefuseWith("input_invalid");
  const targetFile = { filename: "Cmp.fmp12", folder: "default", subfolder: "" };
  const copied = { sourceFile: "Archive", username: "Admin", password: "x", encryptionKey: "", targetFile };
  expect(await service.admin("POST", "/svc/api/fm-file/copy-compress", copied)).not.toRefuseWith("input_invalid");
});

verifies("contract:fields:absent", "an update with an empty text says that the field stays unchanged", async () => {
  const hook = await service.admin("POST", "/svc/api/notifications/destinations", {
    label: "Ops",
    target: { type: "webhook", webhookUrl: "https://example.com/hook" },
  });
  const path = `/svc/api/notifications/destinations/${hook.body.response.destination.id}`;
  const changed = await service.admin("PATCH", path, { label: "", active: false });
  expect(changed.status, changed.text).toBe(200);
  expect(changed.body.messages.at(-1)).toEqual({ code: 0, text: "`label`: empty, so it stays unchanged" });
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
