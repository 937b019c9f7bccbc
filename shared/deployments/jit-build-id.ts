import { createHash } from "node:crypto";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { SubDeployment } from "./request/contract.ts";
import { sourceFileOf } from "./rules.ts";

/** Returns the id of a build made for one deployment. The same work has the same id; the id differs between source servers. */
export function jitBuildId(serverUrl: string, { name, fileOperations }: SubDeployment): string {
  const files = fileOperations.flatMap((operation) => sourceFileOf(operation) ?? []);
  const named = files.map(({ fileName, isClone }) => [normalizedDatabaseName(fileName), isClone]);
  const text = JSON.stringify([new URL(serverUrl).origin, name ?? "", named]);
  return `jit_${createHash("sha256").update(text).digest("hex").slice(0, 30)}`;
}
