import { textsOf } from "./xml.ts";

/** Refusal of a store. The message explains it to an administrator. */
export class StoreRefused extends Error {
  override readonly name = "StoreRefused";
  /** S3's code, such as `NoSuchBucket`; `HTTP 403` if the answer has none. */
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number, cause?: unknown) {
    super(sentenceFor(code, status), { cause });
    this.code = code;
    this.status = status;
  }
}

/** Converts an error response of a store. The body can be S3's XML, HTML from a proxy, or empty. */
export function refusalOf(status: number, body: Uint8Array): StoreRefused {
  let code = `HTTP ${status}`;
  try {
    code = textsOf(Buffer.from(body).toString("utf8"), "Error/Code")[0] ?? code;
  } catch {
    // Not XML, so only the status is known.
  }
  return new StoreRefused(code, status);
}

/** True if a store reported that an object doesn't exist. Also checks the cause of the error. */
export function isMissingObject(thrown: unknown): boolean {
  const refused = thrown instanceof Error && thrown.cause instanceof StoreRefused ? thrown.cause : thrown;
  return refused instanceof StoreRefused && (refused.code === "NoSuchKey" || refused.code === "HTTP 404");
}

/** Returns a sentence for administrators. */
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
