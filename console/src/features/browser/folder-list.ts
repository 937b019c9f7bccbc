import { infiniteQueryOptions } from "@tanstack/react-query";
import type { HostFile } from "#shared/browser/contract.ts";
import { call } from "../../api/client.ts";
import type { InputOf } from "../../api/operations.ts";

/** Filter of a folder's list, from the address. */
export interface FolderFilter {
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
}

type Question = Omit<InputOf<"GET /svc/api/files">, "cursor" | "limit">;

const address = "GET /svc/api/files";
const sorts = ["name", "size", "time", "kind"] as const;
/** A small first page appears quickly; later pages are larger. */
const firstRows = 200;
const laterRows = 1_000;

/** Returns the request for a folder. The server's own folders have a fixed order. */
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

/** Returns the query options for a folder's pages. */
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
    // A long list takes many calls: it is read again after changes, not when the window gets the focus.
    refetchOnWindowFocus: false,
    // Sharing would compare all loaded pages with each new one.
    structuralSharing: false,
  });
}

/** Returns the path of a file's folder. Empty for one of the server's folders. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function isFolder({ type }: HostFile): boolean {
  return type === "dir";
}
