import { queryOptions } from "@tanstack/react-query";
import type { Database, DatabaseState } from "#shared/files/contract.ts";
import { reading } from "../../api/query.ts";

/** A hosted file as a row of a table. */
export type FileRow = Database & { readonly id: string };

/** FileMaker Server has no events for files: the list is polled while the page is visible. */
export const restMs = 10_000;
const busyMs = 1_000;

/** All hosted files. */
export const hostedFiles = queryOptions({
  ...reading("GET /svc/api/databases", {}),
  select: asRows,
  refetchInterval: ({ state }) => (state.data?.databases.some(isOnTheWay) ? busyMs : restMs),
});

function asRows({ databases }: { readonly databases: readonly Database[] }): readonly FileRow[] {
  return databases.map((database) => ({ ...database, id: database.filename }));
}

/** Between two states. */
export function isOnTheWay({ state }: { readonly state: DatabaseState }): boolean {
  return state !== "normal" && state !== "paused" && state !== "closed";
}
