import type { Address } from "../../api/operations.ts";

/** What is read anew once the service account was changed. */
export const staleIdentity = [
  "GET /svc/api/google-auth/credentials",
  "GET /svc/api/audit",
] as const satisfies readonly Address[];
