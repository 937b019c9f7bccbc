import { expect } from "vitest";
import * as z from "zod";
import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { verifies } from "../support/verifies.ts";
import documented from "./public-operations.json" with { type: "json" };

// public-operations.json lists the operations that OttoFMS documents, with the first level of their fields. A question mark marks a field
// that its description doesn't require.

/** Differences that the guide "Move from OttoFMS" names: an operation whose content isn't public, and fields that aren't required. */
const known: Readonly<Record<string, readonly string[]>> = {
  "GET /api/deployment/{id}": ["output build_manifest?"],
  "GET /api/settings/serverPrefs": [
    "output UseDatabaseRoot3_RC?",
    "output DatabaseRootPath3_RC?",
    "output BackupDatabaseRoot1_RC?",
    "output BackupDatabaseRoot3_RC?",
  ],
  "POST /api/config-transfer/import/apply": ["missing"],
  "POST /api/fm-file/recover": ["input pluginFolder?"],
};

const operations = new Map<string, Operation>(
  Object.values(catalogue).flatMap((resource) =>
    Object.values(resource as Readonly<Record<string, Operation>>).map(
      (one) => [addressOf(one.method, one.path.slice("/svc".length)), one] as const,
    ),
  ),
);

/** Returns method and path without the names of parameters. */
function addressOf(method: string, path: string): string {
  return `${method} ${path.replace(/\{[^}]+\}/g, "{}")}`;
}

/** Returns the names of an object's members, in any of its variants. */
function namesIn(schema: unknown, definitions: Readonly<Record<string, unknown>> = {}): ReadonlySet<string> {
  const {
    properties = {},
    anyOf = [],
    oneOf = [],
    allOf = [],
    $ref,
    $defs = definitions,
    additionalProperties,
  } = schema as {
    readonly properties?: object;
    readonly anyOf?: readonly unknown[];
    readonly oneOf?: readonly unknown[];
    readonly allOf?: readonly unknown[];
    readonly $ref?: string;
    readonly $defs?: Readonly<Record<string, unknown>>;
    readonly additionalProperties?: unknown;
  };
  const inner = [
    ...anyOf,
    ...oneOf,
    ...allOf,
    ...($ref === undefined ? [] : [$defs[$ref.split("/").at(-1) ?? ""] ?? {}]),
  ];
  const names = [...Object.keys(properties), ...inner.flatMap((one) => [...namesIn(one, $defs)])];
  return new Set([
    ...names,
    ...(typeof additionalProperties === "object" && Object.keys(properties).length === 0 ? ["*"] : []),
  ]);
}

const nameOf = (field: string) => field.replace(/\?$/, "");

/** Returns the differences of each documented operation. */
function differences(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const [call, { input, output }] of Object.entries(documented)) {
    const [method = "", path = ""] = call.split(" ");
    const operation = operations.get(addressOf(method, path));
    if (operation === undefined) {
      found.set(call, ["missing"]);
      continue;
    }
    // A raw operation reads its own protocol, here that of OAuth.
    const readsInput = operation.answers !== "raw" && operation.open !== true;
    const taken = new Set([...Object.keys(operation.input.shape), ...Object.keys(operation.rowNames ?? {})]);
    const returned = namesIn(z.toJSONSchema(operation.output, { unrepresentable: "any", io: "output" }));
    const isOpaque = returned.size === 0 || returned.has("*");
    found.set(call, [
      ...input.filter((field) => readsInput && !taken.has(nameOf(field))).map((field) => `input ${field}`),
      ...output.filter((field) => !isOpaque && !returned.has(nameOf(field))).map((field) => `output ${field}`),
    ]);
  }
  return found;
}

verifies("contract:otto:operations", () => {
  const all = differences();
  expect(all.size).toBe(117);
  expect(Object.fromEntries([...all].filter(([, list]) => list.length > 0))).toEqual(known);
});
