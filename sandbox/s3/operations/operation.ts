import type { Authentic } from "../authenticate.ts";
import type { Bucket } from "../bucket.ts";
import type { Call } from "../call.ts";

/** Context of an operation. */
export interface Stage {
  readonly call: Call;
  readonly authentic: Authentic;
  readonly bucket: Bucket;
  readonly nowMs: number;
}

/** Answers a call with a valid signature and an existing bucket. @throws S3Error before the answer has started */
export type Operation = (stage: Stage) => Promise<void>;
