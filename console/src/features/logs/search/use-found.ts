import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../../api/client.ts";
import type { Question } from "./log-filter.ts";

const recordsPerPage = 200;

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
  const records = useMemo(() => pages.data?.pages.flatMap((page) => page.records) ?? [], [pages.data]);
  const last = pages.data?.pages.at(-1);
  return {
    records,
    pages,
    /** The time was up before a page was full. */
    isPartial: last?.isPartial === true,
    scannedBytes: pages.data?.pages.reduce((sum, page) => sum + page.scannedBytes, 0) ?? 0,
    sizeBytes: last?.sizeBytes ?? 0,
  };
}

export type Found = ReturnType<typeof useFound>;
