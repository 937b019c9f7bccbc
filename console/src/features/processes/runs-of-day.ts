import { useQuery } from "@tanstack/react-query";
import type { Process } from "#shared/processes/contract.ts";
import { reading } from "../../api/query.ts";
import { serviceNow } from "../../api/service-clock.ts";
import { isOpen } from "./share.ts";

const hourMs = 60 * 60_000;

/** Returns running processes, and those that failed in the last day. The day starts on the hour, so that all callers share one read. */
export function useRunsOfDay() {
  const from = new Date((Math.floor(serviceNow() / hourMs) - 24) * hourMs).toISOString();
  const open = useQuery({
    ...reading("GET /svc/api/processes", { state: "open", limit: 20 }),
    refetchInterval: 10_000,
  });
  const ended = useQuery(reading("GET /svc/api/processes", { state: "final", from, limit: 100 }));
  return {
    open,
    ended,
    running: open.data?.processes.filter(isOpen) ?? [],
    failed: ended.data?.processes.filter(isFailed) ?? [],
  };
}

function isFailed({ state }: Pick<Process, "state">): boolean {
  return state === "failed" || state === "crashed" || state === "doneWithErrors";
}
