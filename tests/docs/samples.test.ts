import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { afterAll, describe, expect } from "vitest";
import { callouts } from "#shared/node/callouts.ts";
import type { Callouts } from "#shared/ports/callouts.ts";
import type { Table } from "#shared/ports/table.ts";
import { apiDescription, type DescribedOperation } from "#shared/system/api-description.ts";
import { pageOperations } from "#shared/system/api-page/page-operations.ts";
import { answerOf, curlSample, sampleCall, typeScriptSample } from "#shared/system/api-page/sample-calls.ts";
import { demoWorld } from "../../sandbox/worlds/demo.ts";
import { aStore } from "../backups/support/a-store.ts";
import { aGoogle, isGoogle } from "../identity/support/a-google.ts";
import { actedKind } from "../jobs/support/acted-kind.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { alertPreparations } from "./alert-preparations.ts";
import { backupPreparations } from "./backup-preparations.ts";
import { runShell, runTypeScript, type Variables } from "./code-runners.ts";
import { mcpPreparations } from "./mcp-preparations.ts";
import { type Prepare, preparations } from "./preparations.ts";
import { transferPreparations } from "./transfer-preparations.ts";

/** Process of the examples. */
const work = actedKind("test.sampled");
const world = demoWorld();
const store = await aStore();
const google = await aGoogle();
// Host names in examples don't exist, so a test never asks a name server. Only the backup store and Google are reachable.
const reached = callouts({
  isAllowed: () => true,
  isListed: () => true,
  addressesOf: async (name) => (name === new URL(store.endpoint).hostname ? ["127.0.0.1"] : []),
});
let table: Table | undefined;
const service = await testService({
  // Patches need this release.
  sandbox: { world: { ...world, server: { ...world.server, version: "26.0.1.68" } } },
  decorate(platform) {
    table = platform.table;
    const call: Callouts["call"] = (request) => (isGoogle(request.url) ? google : { reached }).reached.call(request);
    return { ...platform, jobKinds: [work], callouts: { ...reached, call } };
  },
});
afterAll(async () => {
  await service.stop();
  await store.close();
  await google.close();
});

// Examples delete keys 1 and 2, so the keys that are used for calls are created later.
for (const _ of [1, 2]) await Promise.all([service.aKey(), service.anAdminKey()]);
const keys = {
  ADMIN_KEY: await service.anAdminKey(),
  DATA_KEY: await service.aKey({ databases: ["Contacts", "Orders"], isOData: true }),
};
const prepare: Readonly<Record<string, Prepare>> = {
  ...preparations(service, keys.DATA_KEY, work),
  ...backupPreparations(service, store, table as Table),
  ...mcpPreparations(service),
  ...alertPreparations(service),
  ...transferPreparations(service, { key: keys.ADMIN_KEY, host: new URL(store.endpoint).hostname }),
  saveIdentityCredentials: async () => ({ names: google.exampleNames }),
};
// Optimizing a validator takes longer than it saves: each runs twice.
const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });
/** Compiled once for both samples of an operation. */
const validators = new Map<string, ValidateFunction>();

const sampled = pageOperations(await apiDescription("svc")).flatMap(({ path, methods: [method], operation }) => {
  const call = sampleCall(method, path, operation);
  return call === undefined ? [] : [{ name: operation.operationId, operation, call }];
});

describe.each(sampled)("$name", ({ name, operation, call }) => {
  /** Runs a sample with real names instead of made-up ones. */
  const sent = async <T>(sample: string, run: (code: string, shown: Variables) => Promise<T>): Promise<T> => {
    const named = (names: Variables) =>
      Object.entries(names).reduce((text, [madeUp, real]) => text.replaceAll(madeUp, real), sample);
    const attempt = (names: Variables) => run(named(names), keys).catch(() => undefined); // An error is an acceptable result.
    const { names = {}, ...shown } = (await prepare[name]?.(attempt)) ?? {};
    return run(named(names), { ...keys, ...shown });
  };

  verifies("system:docs:examples", "the example, sent by curl, gets the documented response", async () => {
    const printed = await sent(curlSample(call), (code, shown) =>
      runShell(code.replace("curl ", "curl --silent --show-error "), { BASE_URL: service.baseUrl, ...shown }),
    );
    if (call.kind === "text") return expect(printed.length).toBeGreaterThan(100);
    const body = JSON.parse(printed);
    if (call.kind === "envelope") expect(body.messages, printed).toEqual([{ code: 0, text: "ok" }]);
    expectDescribed(operation, call.kind === "envelope" ? body.response : body);
  });

  verifies("system:docs:samples", "the TypeScript sample prints the documented response", async () => {
    const printed = await sent(typeScriptSample(call), (code, shown) => {
      const { BASE_URL: baseUrl = service.baseUrl, ADMIN_KEY: adminKey = "", DATA_KEY: dataKey = "" } = shown;
      const { METRICS_TOKEN: metricsToken = "" } = shown;
      return runTypeScript(code, { baseUrl, adminKey, dataKey, metricsToken });
    });
    expect(printed).toHaveLength(1);
    if (call.kind === "text") expect(String(printed[0]).length).toBeGreaterThan(100);
    else expectDescribed(operation, printed[0]);
  });
});

/**
 * Checks an answer against its description. Responses of other servers and scripts are described by them, so only their success is checked.
 */
function expectDescribed(operation: DescribedOperation, answer: unknown): void {
  const { answer: described, kind } = answerOf(operation);
  if (described?.schema === undefined) {
    expect(JSON.stringify(answer)).toMatch(/"code":"0"|"value":\[|"success":true/);
    return;
  }
  const schema = kind === "envelope" ? described.schema.properties?.response : described.schema;
  const fits = validators.get(operation.operationId) ?? ajv.compile(schema ?? {});
  validators.set(operation.operationId, fits);
  fits(answer);
  expect(fits.errors ?? [], JSON.stringify(answer)).toEqual([]);
}
