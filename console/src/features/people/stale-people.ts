import type { Address } from "../../api/operations.ts";

/** Queries to refetch after a change of roles. */
export const stalePeople = ["GET /svc/api/people", "GET /svc/api/audit"] as const satisfies readonly Address[];
