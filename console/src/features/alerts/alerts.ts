import { queryOptions } from "@tanstack/react-query";
import type { Address } from "../../api/operations.ts";
import { reading } from "../../api/query.ts";

/** Rules are looked at once a minute. */
const refreshMs = 30_000;

/** All alert rules and how they are. */
export const allAlerts = queryOptions({ ...reading("GET /svc/api/alerts", {}), refetchInterval: refreshMs });

/** What is stale once a rule was changed. */
export const staleAlerts = ["GET /svc/api/alerts", "GET /svc/api/audit"] as const satisfies readonly Address[];
