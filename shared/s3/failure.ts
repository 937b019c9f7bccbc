import { textsOf } from "./xml.ts";

/** A store's refusal, in its own words and in ours. */
export class StoreRefused extends Error {
  override readonly name = "StoreRefused";
  /** S3's code, such as `NoSuchBucket`; `HTTP 403` where the answer names none. */
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number, cause?: unknown) {
    super(sentenceFor(code, status), { cause });
    this.code = code;
    this.status = status;
  }
}

/** What a store's answer to a call means. The body may be S3's XML, HTML of something before it, or nothing. */
export function refusalOf(status: number, body: Uint8Array): StoreRefused {
  let code = `HTTP ${status}`;
  try {
    code = textsOf(Buffer.from(body).toString("utf8"), "Error/Code")[0] ?? code;
  } catch {
    // No XML: the status says all there is to know.
  }
  return new StoreRefused(code, status);
}

/** Whether a store has said that there is no such object: itself, or as the cause of what was thrown. */
export function isMissingObject(thrown: unknown): boolean {
  const refused = thrown instanceof Error && thrown.cause instanceof StoreRefused ? thrown.cause : thrown;
  return refused instanceof StoreRefused && (refused.code === "NoSuchKey" || refused.code === "HTTP 404");
}

/** One sentence for an administrator. */
function sentenceFor(code: string, status: number): string {
  return sentences[code] ?? `The store answered ${code}${code.startsWith("HTTP ") ? "" : ` (HTTP ${status})`}.`;
}

const otherRegion = "The bucket is in another region than the one that is set.";
const unknownKey = "The store does not know this access key.";
const throttled = "The store answers too many calls at the moment.";
const sentences: Readonly<Record<string, string>> = {
  AccessDenied: "The access key may not do this.",
  "HTTP 403": "The access key may not do this.",
  "no S3": "What answers at this address is no S3-compatible store.",
  AllAccessDisabled: "The store has switched this bucket off.",
  AuthorizationHeaderMalformed: otherRegion,
  IllegalLocationConstraintException: otherRegion,
  PermanentRedirect: otherRegion,
  TemporaryRedirect: otherRegion,
  "HTTP 301": otherRegion,
  "HTTP 307": otherRegion,
  InvalidAccessKeyId: unknownKey,
  InvalidToken: unknownKey,
  SignatureDoesNotMatch: "The secret does not belong to this access key.",
  NoSuchBucket: "There is no such bucket.",
  InvalidBucketName: "This cannot be the name of a bucket.",
  RequestTimeTooSkewed: "The clock of this machine and that of the store are more than 15 minutes apart.",
  SlowDown: throttled,
  RequestRateLimitExceeded: throttled,
  "HTTP 429": throttled,
  QuotaExceeded: "The store is full.",
  XAmzContentSHA256Mismatch: "What arrived at the store is not what was sent.",
  BadDigest: "What arrived at the store is not what was sent.",
};
