import type { InputOf } from "../api/operations.ts";

/** Returns the request for everything that uses a file, with what happens to it while the file is closed. */
export function usersOf(filename: string): InputOf<"POST /svc/api/dependents"> {
  return { action: "close", of: [{ kind: "file", id: filename }] };
}
