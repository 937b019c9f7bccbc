import { queryOptions } from "@tanstack/react-query";
import type { Database, DatabaseState } from "#shared/files/contract.ts";
import { reading } from "../../api/query.ts";

/** Hosted file as a row of a table. */
export type FileRow = Database & { readonly id: string };

/** Polling interval while the page is visible: FileMaker Server has no events for files. */
export const pollMs = 10_000;
const busyMs = 1_000;

export const hostedFiles = queryOptions({
  ...reading("GET /svc/api/databases", {}),
  select: asRows,
  refetchInterval: ({ state }) => (state.data?.databases.some(isOnTheWay) ? busyMs : pollMs),
});

function asRows({ databases }: { readonly databases: readonly Database[] }): readonly FileRow[] {
  return databases.map((database) => ({ ...database, id: database.filename }));
}

/** Returns true if the file is changing its state. */
export function isOnTheWay({ state }: { readonly state: DatabaseState }): boolean {
  return state !== "normal" && state !== "paused" && state !== "closed";
}
