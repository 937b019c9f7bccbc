import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { call } from "../../api/client.ts";

const linesPerPage = 500;

/** Returns all lines of a run's log, and reads new lines when the run reports them. */
export function useRunLog(id: number, logLines: number | undefined) {
  const log = useInfiniteQuery({
    queryKey: ["GET /svc/api/processes/{id}/log", id],
    enabled: logLines !== undefined,
    queryFn: ({ pageParam, signal }) =>
      call("GET /svc/api/processes/{id}/log", { id, since: pageParam, limit: linesPerPage }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ position }) => position,
    // Log lines never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data, isFetching, isError, fetchNextPage } = log;
  const lines = useMemo(() => data?.pages.flatMap((page) => page.lines) ?? [], [data]);
  const asked = useRef(0);
  const isLastFull = data?.pages.at(-1)?.lines.length === linesPerPage;
  useEffect(() => {
    if (logLines === undefined || data === undefined || isFetching || isError) return;
    if (!isLastFull && (lines.length >= logLines || asked.current >= logLines)) return;
    asked.current = logLines;
    void fetchNextPage();
  }, [logLines, data, isFetching, isError, isLastFull, lines.length, fetchNextPage]);
  return { ...log, lines };
}
