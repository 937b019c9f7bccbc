import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../../api/client.ts";
import type { Question } from "./log-filter.ts";

const recordsPerPage = 200;
/** Counting ends there: the exact number of more matches helps nobody. */
const mostCounted = 20_000;

/** What the service finds in a log, newest first, page by page. */
export function useFound(name: string, question: Question | undefined) {
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
    // What was found first would otherwise be asked for page by page again.
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  });
  const total = useQuery({
    queryKey: ["GET /svc/api/logs/{name}/count", name, question],
    // What fits a page was counted by reading it.
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
    /** How many there are, read or not; undefined where that is what was read, or is being counted. */
    total: pages.hasNextPage ? total.data : undefined,
    /** The time was up before a page was full. */
    isPartial: last?.isPartial === true,
    scannedBytes: pages.data?.pages.reduce((sum, page) => sum + page.scannedBytes, 0) ?? 0,
    sizeBytes: last?.sizeBytes ?? 0,
  };
}

async function countAll(name: string, question: Question, signal: AbortSignal): Promise<Total> {
  let count = 0;
  for (let cursor: string | null = ""; cursor !== null; ) {
    if (count >= mostCounted) return { count, isAtLeast: true };
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

export type Found = ReturnType<typeof useFound>;
