import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { everyPage } from "../../api/every-page.ts";

/** All Data API keys, newest first: filters and sorting see every one of them. */
export const allDataKeys = queryOptions({
  queryKey: ["GET /svc/api/api-key", "all"],
  queryFn: async ({ signal }) => newestFirst(await everyPage((page) => call("GET /svc/api/api-key", page, signal))),
});

export const allAdminKeys = queryOptions({
  queryKey: ["GET /svc/api/admin-api-key", "all"],
  queryFn: async ({ signal }) =>
    newestFirst(await everyPage((page) => call("GET /svc/api/admin-api-key", page, signal))),
});

function newestFirst<Row>(pages: readonly { readonly "api-keys": readonly Row[] }[]): readonly Row[] {
  return pages.flatMap((page) => page["api-keys"]).reverse();
}
