import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import { errors } from "#shared/contract/errors.ts";
import { hasOwnProtocol, type Operation } from "#shared/contract/operation.ts";
import { verifies } from "../support/verifies.ts";

const client = new URL("../../client/", import.meta.url);

verifies("client:calls:table", async () => {
  const resources = Object.entries(catalogue).map(([resource, operations]): [string, Record<string, string>] => [
    resource.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    Object.fromEntries(
      Object.entries(operations)
        .filter(isReadable)
        .map(([name, operation]) => [name, line(operation)]),
    ),
  ]);
  const table = Object.fromEntries(resources.filter(([, operations]) => Object.keys(operations).length > 0));
  expect(Object.keys(table).length).toBeGreaterThan(30);
  await expect(`${JSON.stringify(table, null, 2)}\n`).toMatchFileSnapshot(
    fileURLToPath(new URL("operations.json", client)),
  );
});

verifies("client:errors:named", "the client knows the names of all error codes", async () => {
  const names = Object.fromEntries(
    Object.entries(errors)
      .map(([name, { code }]) => [code, name] as const)
      .sort(([one], [other]) => one - other),
  );
  expect(Object.keys(names).length).toBe(Object.keys(errors).length);
  await expect(`${JSON.stringify(names, null, 2)}\n`).toMatchFileSnapshot(
    fileURLToPath(new URL("error-codes.json", client)),
  );
});

/** True for operations that answer in a format of ours. The others relay, speak another protocol, or show a page to a person. */
function isReadable([, operation]: readonly [string, Operation]): boolean {
  return !hasOwnProtocol(operation) && operation.answers !== "page";
}

/** Returns the line that `client/operation-entry.ts` reads. */
function line({ method, path, answers, takes, changes, grants }: Operation): string {
  const isRead = method === "GET" || method === "HEAD";
  return [
    method,
    path.slice("/svc".length),
    ...(answers === undefined || answers === "envelope" ? [] : [answers]),
    ...(isRead && (typeof changes === "function" || grants !== undefined) ? ["once"] : []),
    ...(takes === "bytes" ? ["body"] : []),
  ].join(" ");
}
