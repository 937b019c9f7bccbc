import type { OutputOf } from "../../../api/operations.ts";

export const makeKey = "POST /svc/api/settings/offsite/recovery-key";

/** Newly created recovery key with its text. */
export type MadeKey = OutputOf<typeof makeKey>;
