import type { Authentic } from "../authenticate.ts";
import type { Bucket } from "../bucket.ts";
import type { Call } from "../call.ts";

/** What an operation has at hand. */
export interface Stage {
  readonly call: Call;
  readonly authentic: Authentic;
  readonly bucket: Bucket;
  readonly nowMs: number;
}

/** Answers a call whose signature is good and whose bucket exists. @throws S3Error before the answer has begun */
export type Operation = (stage: Stage) => Promise<void>;
