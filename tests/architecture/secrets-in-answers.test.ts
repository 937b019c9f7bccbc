import { expect } from "vitest";
import * as z from "zod";
import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { verifies } from "../support/verifies.ts";

/** Phrases that contracts use for a field with a secret. */
const saysSecret = /\bA secret\b|\bnever again\b/;

function secretFields(schema: unknown, path = ""): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const {
    properties = {},
    description = "",
    ...rest
  } = schema as {
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly description?: string;
  };
  const below = Object.entries(properties).flatMap(([name, field]) => secretFields(field, `${path}.${name}`));
  const parts = Object.values(rest).flatMap((part) => secretFields(part, path));
  return [...(saysSecret.test(description) ? [path] : []), ...below, ...parts];
}

const operations: readonly (readonly [string, Operation])[] = Object.values(catalogue).flatMap((resource) =>
  Object.entries(resource),
);

verifies("contract:compression:secrets", "every operation whose response contains a secret declares it", () => {
  const silent = operations.flatMap(([name, { output, holdsSecret }]) =>
    holdsSecret ? [] : secretFields(z.toJSONSchema(output, { unrepresentable: "any" })).map((field) => name + field),
  );
  expect(silent).toEqual([]);
});
