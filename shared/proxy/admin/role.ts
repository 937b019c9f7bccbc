import type { Role } from "#shared/contract/roles.ts";
import { decodedSegment } from "../path-rules.ts";
import { type AdminPath, adminBase } from "./path.ts";

/** Paths for operators: files, their clients, schedules, and the state of the Database Server. */
const operatorsPaths: ReadonlySet<string> = new Set(["databases", "clients", "schedules", "server/status"]);

/** Returns the role that a call of the Admin API needs with a key or a session of ours. Words are read as the server reads them. */
export function roleForAdminApi({ kind, path }: Pick<AdminPath, "kind" | "path">): Role {
  if (kind !== "work") return "viewer";
  const [first = "", second = ""] = path
    .slice(adminBase.length)
    .split("/")
    .slice(1)
    .map((segment) => decodedSegment(segment).toLowerCase());
  return operatorsPaths.has(first) || operatorsPaths.has(`${first}/${second}`) ? "operator" : "administrator";
}
