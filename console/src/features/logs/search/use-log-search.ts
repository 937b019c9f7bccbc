import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../../api/client.ts";
import type { Question } from "./log-filter.ts";

const recordsPerPage = 200;
/** Maximum count: the exact number of more matches isn't useful. */
const maxCounted = 20_000;

/** Returns matches in a log, newest first, page by page. */
export function useLogSearch(name: string, question: Question | undefined) {
  const pages = useInfiniteQuery({
    queryKey: ["GET /svc/api/logs/{name}/search", name, question],
    enabled: question !== undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        "GET /svc/api/logs/{name}/search",
        { ...question, name, limit: recordsPerPage, ...(pageParam && { cursor: pageParam }) },
        signal,
      ),
    initialPageParam: "",
    getNextPageParam: ({ cursor }) => cursor,
    // Otherwise all loaded pages would be requested again.
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  });
  const total = useQuery({
    queryKey: ["GET /svc/api/logs/{name}/count", name, question],
    // If there is only one page, the matches on it are already counted.
    enabled: question !== undefined && pages.data?.pages[0]?.cursor != null,
    queryFn: ({ signal }) => countAll(name, question ?? {}, signal),
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  });
  const records = useMemo(() => pages.data?.pages.flatMap((page) => page.records) ?? [], [pages.data]);
  const last = pages.data?.pages.at(-1);
  return {
    records,
    pages,
    /** Number of all matches; undefined if all are loaded, or while they are being counted. */
    total: pages.hasNextPage ? total.data : undefined,
    /** True if the search timed out before the page was full. */
    isPartial: last?.isPartial === true,
    scannedBytes: pages.data?.pages.reduce((sum, page) => sum + page.scannedBytes, 0) ?? 0,
    sizeBytes: last?.sizeBytes ?? 0,
  };
}

async function countAll(name: string, question: Question, signal: AbortSignal): Promise<Total> {
  let count = 0;
  for (let cursor: string | null = ""; cursor !== null; ) {
    if (count >= maxCounted) return { count, isAtLeast: true };
    const counted: { readonly count: number; readonly cursor: string | null } = await call(
      "GET /svc/api/logs/{name}/count",
      { ...question, name, ...(cursor && { cursor }) },
      signal,
    );
    count += counted.count;
    cursor = counted.cursor;
  }
  return { count, isAtLeast: false };
}

interface Total {
  readonly count: number;
  readonly isAtLeast: boolean;
}

export type LogSearch = ReturnType<typeof useLogSearch>;
