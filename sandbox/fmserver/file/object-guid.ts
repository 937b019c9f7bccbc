import { createHash } from "node:crypto";
import type { Database } from "../world/schema/database-schema.ts";
import { fileIdOf } from "./file-body.ts";

/** Kinds of objects that patches can address. */
export type GuidKind = "BaseTable" | "Field" | "Layout" | "Script";

/** Returns the id of an object in a file; a field is named `Table::field`. */
export function objectGuid(
  database: Pick<Database, "fileId" | "name" | "guidSeed">,
  kind: GuidKind,
  name: string,
): string {
  const digest = createHash("sha256")
    .update(`${fileIdOf(database)}${database.guidSeed ?? ""}\n${kind}\n${name.toLowerCase()}`)
    .digest("hex");
  const parts = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    digest.slice(12, 16),
    digest.slice(16, 20),
    digest.slice(20, 32),
  ];
  return parts.join("-").toUpperCase();
}
