import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, inject } from "vitest";
import { type Denial, takeDenials, usedRights } from "./checked-calls.ts";

// Registered before the file's own hooks, so it runs after them, when the file's services have ended.
afterAll(() => {
  const { usedRightsFolder } = inject("roles");
  if (usedRightsFolder !== undefined)
    writeFileSync(join(usedRightsFolder, `${process.pid}.json`), JSON.stringify(usedRights()));
  const sentences = new Set(takeDenials().map(sentence));
  expect([...sentences], "calls to AWS that the role of their function does not allow").toEqual([]);
});

function sentence({ function: name, action, resource, reason, keys = {} }: Denial): string {
  const values = Object.entries(keys).map(([key, given]) => `${key} ${given.join(", ")}`);
  return [`${name}: ${action} on ${resource}`, ...values, ...(reason === undefined ? [] : [reason])].join("; ");
}
