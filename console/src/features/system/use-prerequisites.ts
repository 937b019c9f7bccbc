import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { reading, refreshServerState } from "../../api/query.ts";

/** What prevents keys from working, read again every minute while it is visible. */
export function usePrerequisites() {
  const checks = useQuery({
    ...reading("POST /svc/api/prerequisites", {}),
    refetchInterval: 60_000,
    staleTime: 30_000,
  });
  const { data } = checks;
  useEffect(() => {
    if (data?.points.some(({ state }) => state === "failed")) refreshServerState();
  }, [data]);
  return checks;
}
