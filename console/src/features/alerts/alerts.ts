import { queryOptions } from "@tanstack/react-query";
import type { Address } from "../../api/operations.ts";
import { reading } from "../../api/query.ts";

/** Refresh interval; rules are evaluated once per minute. */
const refreshMs = 30_000;

/** All alert rules and their states. */
export const allAlerts = queryOptions({ ...reading("GET /svc/api/alerts", {}), refetchInterval: refreshMs });

/** Queries to refetch after a change of a rule. */
export const staleAlerts = ["GET /svc/api/alerts", "GET /svc/api/audit"] as const satisfies readonly Address[];
