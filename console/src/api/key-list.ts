import { queryOptions, useQuery } from "@tanstack/react-query";
import { keyLength, looksLikeKey } from "#shared/contract/values/api-key.ts";
import { call } from "./client.ts";
import { everyPage } from "./every-page.ts";

/** All Data API keys, newest first: filters and sorting apply to all of them. */
export const allDataKeys = queryOptions({
  queryKey: ["GET /svc/api/api-key", "all"],
  queryFn: async ({ signal }) => newestFirst(await everyPage((page) => call("GET /svc/api/api-key", page, signal))),
});

export const allAdminKeys = queryOptions({
  queryKey: ["GET /svc/api/admin-api-key", "all"],
  queryFn: async ({ signal }) =>
    newestFirst(await everyPage((page) => call("GET /svc/api/admin-api-key", page, signal))),
});

/** Data API key as operations accept it: its number, or its value if the user can't select stored keys. 0: none. */
export type ChosenKey = number | string;

/** Returns true if a key is selected, or its value is complete. */
export function isChosen(key: ChosenKey): boolean {
  return typeof key === "number" ? key > 0 : key.length === keyLength && looksLikeKey(key, "data");
}

/**
 * Returns the Data API keys that can access a file, newest first, with names for a selection. `by`: only keys with access through this API.
 */
export function useKeysOfFile(filename: string, { by }: { readonly by?: "is_data_api" | "is_odata" } = {}) {
  const keys = useQuery(allDataKeys);
  const wanted = filename.toLowerCase();
  return (keys.data ?? [])
    .filter(
      (key) =>
        (by === undefined || key[by]) &&
        (key.allow_any_database || key.databases.some((database) => database.toLowerCase() === wanted)),
    )
    .map(({ id, label, key, user }) => ({ id, name: `${label || key} (${user})` }));
}

function newestFirst<Row>(pages: readonly { readonly "api-keys": readonly Row[] }[]): readonly Row[] {
  return pages.flatMap((page) => page["api-keys"]).reverse();
}
