import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { everyPage } from "../../../api/every-page.ts";
import type { Address } from "../../../api/operations.ts";
import { queryClient } from "../../../api/query.ts";

const address = "GET /svc/api/trash";

/** All files in the trash, newest first: the total and a selection include all of them. */
export const allTrash = queryOptions({
  queryKey: [address, "all"],
  queryFn: async ({ signal }) => (await everyPage((page) => call(address, page, signal))).flatMap(({ trash }) => trash),
});

/** Queries to refetch after files left the trash. */
export const staleAfterTrash: readonly Address[] = [
  address,
  "GET /svc/api/databases",
  "GET /svc/api/files",
  "GET /svc/api/disk-space",
];

export async function readTrashAnew(): Promise<void> {
  await Promise.all(staleAfterTrash.map((read) => queryClient.invalidateQueries({ queryKey: [read] })));
}
