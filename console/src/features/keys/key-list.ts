import { queryOptions } from "@tanstack/react-query";
import type { AdminApiKey, DataApiKey } from "#shared/keys/contract.ts";
import { call } from "../../api/client.ts";

/** All Data API keys, newest first: filters and sorting see every one of them. */
export const allDataKeys = queryOptions({
  queryKey: ["GET /svc/api/api-key", "all"],
  queryFn: ({ signal }) => everyPage<DataApiKey>((page) => call("GET /svc/api/api-key", page, signal)),
});

export const allAdminKeys = queryOptions({
  queryKey: ["GET /svc/api/admin-api-key", "all"],
  queryFn: ({ signal }) => everyPage<AdminApiKey>((page) => call("GET /svc/api/admin-api-key", page, signal)),
});

interface PageOf<Row> {
  readonly "api-keys": readonly Row[];
  readonly cursor: string | null;
}

async function everyPage<Row>(read: (page: { cursor?: string }) => Promise<PageOf<Row>>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | null | undefined;
  do {
    const page: PageOf<Row> = await read(cursor ? { cursor } : {});
    rows.push(...page["api-keys"]);
    cursor = page.cursor;
  } while (cursor !== null);
  return rows.reverse();
}
