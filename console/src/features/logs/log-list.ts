import { queryOptions } from "@tanstack/react-query";
import type { LogListing } from "#shared/logs/contract.ts";
import { reading } from "../../api/query.ts";

export const allLogs = queryOptions({ ...reading("GET /svc/api/logs", {}), staleTime: 15_000 });

/** Returns the default log: the most informative one about a server. */
export function firstLog(logs: readonly LogListing[]): LogListing | undefined {
  return logs.find(({ name }) => name === "Event.log") ?? logs.find(({ name }) => name === "svc-info.log") ?? logs[0];
}
