import type { Address } from "../../api/operations.ts";

/** Queries to refetch after a change of the service account. */
export const staleIdentity = [
  "GET /svc/api/google-auth/credentials",
  "GET /svc/api/audit",
] as const satisfies readonly Address[];
