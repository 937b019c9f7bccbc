import { matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { keyPartitions } from "#shared/keys/store.ts";
import type { FunctionNeeds } from "../../functions/needs.ts";
import { readRouteTable } from "../../local-runtime/http/route-table.ts";
import { servedContracts } from "../../scripts/check-routes.ts";
import { functionNames } from "../../scripts/function-bundle.ts";
import { functionNeeds, functionStack } from "../../scripts/function-stack.ts";
import { packagedTemplate } from "../support/iam/packaged-template.ts";
import { permissionsOf } from "../support/iam/permissions.ts";
import { isAllowed, type Permission } from "../support/iam/policy.ts";
import { rolesOf } from "../support/iam/roles.ts";
import { verifies } from "../support/verifies.ts";

const needs = await functionNeeds();
const stack = functionStack(needs);
const template = packagedTemplate();
const { functions, arns } = rolesOf(template);

/** Values of serverless.yml's variables if a deployment sets nothing else. */
const resolved = { "self:provider.stage": "prod", "param:fingerprintKeys": "" };

test("every function of the stack declares its needs, and gets its own role and variables", () => {
  expect(Object.keys(needs)).toEqual([...functionNames].sort());
  for (const { Type, Properties = {} } of Object.values(template.Resources)) {
    if (Type !== "AWS::Lambda::Function") continue;
    const name = String(Properties.FunctionName).replace("latchkey-prod-", "");
    const [role = ""] = (Properties.Role as { readonly "Fn::GetAtt": readonly string[] })["Fn::GetAtt"];
    const asPackaged = (made: object | undefined) =>
      JSON.parse(
        Object.entries(resolved).reduce(
          (text, [variable, value]) => text.replaceAll(`\${${variable}}`, value),
          JSON.stringify(made),
        ),
      );
    expect(template.Resources[role], name).toEqual(asPackaged(stack.roles[name]));
    const { Variables } = Properties.Environment as { readonly Variables: object };
    expect(Variables, name).toMatchObject(asPackaged(stack.environments[name]));
  }
});

test("a function can write the partitions of the stores that it names, and no others", () => {
  const writes = (name: string, partition: string, action = "PutItem") =>
    isAllowed(functions[name] ?? [], {
      action: `dynamodb:${action}`,
      resource: arns.Table,
      keys: { "dynamodb:LeadingKeys": [partition], "dynamodb:Attributes": ["pk", "sk", "fields", "ipk"] },
    });
  expect(writes("files", "notes")).toBe(true);
  expect(writes("files", "notes", "UpdateItem")).toBe(true);
  expect(writes("files", "notes-of")).toBe(false);
  expect(writes("files", "audit#2026-11")).toBe(true);
  expect(writes("files", "keys#data", "UpdateItem")).toBe(false);
  expect(writes("keys", "keys#data")).toBe(true);
  expect(writes("proxy", "native#1")).toBe(true);
  expect(writes("system", "native#1")).toBe(false);
});

/** Functions with operations that need no credential, by their contracts. Creating a key needs a file's account in the body. */
const open = Object.entries(await servedContracts(readRouteTable(new URL("../../serverless.yml", import.meta.url))))
  .filter(([, contract]) =>
    Object.entries(contract).some(([name, { access }]) => access === "anyone" && name !== "createDataApiKeyOnly"),
  )
  .map(([name]) => name);

/** Partitions of keys, without the one that all stores count in. */
const ofKeys = keyPartitions.filter((partition) => partition.startsWith("key"));

verifies("runtime:aws:no-keys-without-credential", () => {
  expect(ofKeys.length).toBeGreaterThan(0);
  expect(open).toContain("public");
  for (const name of open) {
    const { writes } = needs[name] as FunctionNeeds;
    expect(writes, name).not.toBe("every partition");
    expect(
      [writes].flat(2).filter((partition) => ofKeys.includes(partition)),
      name,
    ).toEqual([]);
  }
});

/** Partitions that some store declares, each as an example name. */
const everyPartition = [...new Set(Object.values(needs).flatMap(({ reads }) => reads.flat()))].map((pattern) =>
  pattern.replace("*", "1"),
);

// "dynamodb:LeadingKeys": the partition key of the table, or of the index if the resource is an index. A ForAllValues condition is true for
// a request without one, so no role may have an action without one, such as Scan.
verifies("runtime:aws:reads-by-purpose", () => {
  const index = `${arns.Table}/index/byIndex`;
  const reads = (name: string, partition: string, action = "GetItem", resource = arns.Table) =>
    isAllowed(functions[name] ?? [], {
      action: `dynamodb:${action}`,
      resource,
      keys: { "dynamodb:LeadingKeys": [partition] },
    });
  const readers = (partition: string, ...query: readonly string[]) =>
    Object.keys(functions).filter((name) => reads(name, partition, ...query));
  expect([reads("files", "notes"), reads("files", "notes", "Query"), reads("files", "notes-of")]).toEqual([
    true,
    true,
    false,
  ]);
  expect(readers("audit#2026-11", "Query")).toEqual(["jobs", "keys"]);
  expect(readers("native#1")).toEqual(["proxy"]);
  expect(readers("hand-over#1")).toEqual(["public"]);
  expect(readers("agent-code#1")).toEqual(["agent"]);
  expect(readers("sessions-of#1", "Query", index).sort()).toEqual(["jobs", "keys"]);
  expect(reads("proxy", "keys#data")).toBe(true);
  expect(["logs", "oauth"].filter((name) => reads(name, "keys#data"))).toEqual([]);
  for (const [name, statements] of Object.entries(functions)) {
    const declared = needs[name]?.reads.flat() ?? [];
    for (const partition of everyPartition) {
      const isOwn = declared.some((pattern) => matchesGlob(partition, pattern));
      expect([name, partition, reads(name, partition)]).toEqual([name, partition, isOwn]);
      expect([name, partition, reads(name, partition, "Query", index)]).toEqual([name, partition, isOwn]);
    }
    expect([name, reads(name, "another"), reads(name, "another", "Query", index)]).toEqual([name, false, false]);
    const actions = statements.flatMap((statement) => statement.actions.filter((action) => /^dynamodb:/i.test(action)));
    expect([name, [...new Set(actions)].sort()]).toEqual([
      name,
      ["dynamodb:DeleteItem", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query", "dynamodb:UpdateItem"],
    ]);
  }
});

// "kms:EncryptionContext:context-key" and "kms:EncryptionContextKeys": a request without the pair, or with an additional one, is rejected.
verifies("runtime:aws:secrets-by-purpose", () => {
  const asksFor = (name: string, action: string, context: Readonly<Record<string, string>>) =>
    isAllowed(
      functions[name] ?? [],
      permissionsOf("KMSClient", `${action}Command`, { EncryptionContext: context }, arns)[0] as Permission,
    );
  const opens = (name: string, secret: string) => asksFor(name, "Decrypt", { service: "latchkey", secret });
  const seals = (name: string, secret: string) => asksFor(name, "GenerateDataKey", { service: "latchkey", secret });
  expect([opens("proxy", "data-key"), opens("keys", "data-key"), opens("logs", "data-key")]).toEqual([
    true,
    true,
    false,
  ]);
  expect([seals("proxy", "data-key"), seals("keys", "data-key")]).toEqual([false, true]);
  expect([opens("proxy", "agent-key"), opens("logs", "agent-key"), seals("logs", "agent-key")]).toEqual([
    false,
    true,
    false,
  ]);
  expect([seals("files", "task"), opens("files", "task"), opens("jobs", "task")]).toEqual([true, false, true]);
  for (const name of Object.keys(functions)) {
    expect([name, seals(name, "fingerprints"), opens(name, "fingerprints")]).toEqual([name, true, true]);
    expect([name, opens(name, "another")]).toEqual([name, false]);
    // Values sealed before kinds existed can still be opened; nothing is sealed that way anymore.
    const before = { service: "latchkey" };
    expect([name, asksFor(name, "Decrypt", before), asksFor(name, "GenerateDataKey", before)]).toEqual([
      name,
      true,
      false,
    ]);
    expect(asksFor(name, "Decrypt", { ...before, secrets: "data-key" })).toBe(false);
    expect(asksFor(name, "Decrypt", {})).toBe(false);
  }
});

test("a function has no permission that it doesn't declare", () => {
  const bare: FunctionNeeds = {
    recordsUseOf: [],
    seals: ["notes"],
    opens: [],
    reads: [],
    writes: [["notes"]],
    parts: {},
  };
  const { roles, environments } = functionStack({ bare });
  expect(environments).toEqual({ bare: { ENCRYPTION_KEY_IDS: expect.anything() } });
  expect(JSON.stringify(roles)).not.toMatch(/s3:|sqs:|scheduler:|execute-api:|FilterLogEvents|keys#/);
});
