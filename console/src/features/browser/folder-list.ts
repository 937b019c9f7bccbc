import { infiniteQueryOptions } from "@tanstack/react-query";
import type { HostFile } from "#shared/browser/contract.ts";
import { call } from "../../api/client.ts";
import type { InputOf } from "../../api/operations.ts";

/** What the address says of a folder's list. */
export interface FolderFilter {
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
}

type Question = Omit<InputOf<"GET /svc/api/files">, "cursor" | "limit">;

const address = "GET /svc/api/files";
const sorts = ["name", "size", "time", "kind"] as const;
/** The first rows are there soon; those behind them come in larger pieces. */
const firstRows = 200;
const laterRows = 1_000;

/** A folder as the service is asked for it. The server's own folders have an order of their own. */
export function folderQuestion(path: string, { q, sort }: FolderFilter): Question {
  if (path === "") return {};
  const by = sorts.find((known) => known === sort?.replace(/^-/, ""));
  return {
    path,
    ...(by !== undefined && by !== "name" && { sort: by }),
    ...(sort?.startsWith("-") && { descending: "true" as const }),
    ...(q && { filter: q }),
  };
}

/** A folder, page by page. */
export function folderPages(question: Question) {
  return infiniteQueryOptions({
    queryKey: [address, "pages", question],
    queryFn: ({ pageParam, signal }) =>
      call(
        address,
        { ...question, limit: pageParam === "" ? firstRows : laterRows, ...(pageParam && { cursor: pageParam }) },
        signal,
      ),
    initialPageParam: "",
    getNextPageParam: ({ cursor }) => cursor,
    // A long list is many calls: it is read again when something has changed, and not for a look elsewhere.
    refetchOnWindowFocus: false,
    // All that is there would be compared with itself for each page that comes.
    structuralSharing: false,
  });
}

/** Where a file is: the path before its name. Empty for one of the server's folders. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function isFolder({ type }: HostFile): boolean {
  return type === "dir";
}
