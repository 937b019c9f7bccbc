import type { OutputOf } from "../../../api/operations.ts";

export const makeKey = "POST /svc/api/settings/offsite/recovery-key";

/** A recovery key that was made just now, with its text. */
export type MadeKey = OutputOf<typeof makeKey>;
