import { textsOf } from "./xml.ts";

/** Refusal of a store. The message explains it to an administrator. */
export class StoreRefused extends Error {
  override readonly name = "StoreRefused";
  /** S3's code, such as `NoSuchBucket`; `HTTP 403` if the answer has none. */
  readonly code: string;
  readonly status: number;

  /** @param reported sentence of the store, which explains codes that we don't know */
  constructor(code: string, status: number, cause?: unknown, reported?: string) {
    super(sentenceFor(code, status, reported), { cause });
    this.code = code;
    this.status = status;
  }
}

/** Converts an error response of a store. The body can be S3's XML, HTML from a proxy, or empty. */
export function refusalOf(status: number, body: Uint8Array): StoreRefused {
  let code = `HTTP ${status}`;
  let reported: string | undefined;
  try {
    const text = Buffer.from(body).toString("utf8");
    code = textsOf(text, "Error/Code")[0] ?? code;
    reported = textsOf(text, "Error/Message")[0];
  } catch {
    // Not XML, so only the status is known.
  }
  return new StoreRefused(code, status, undefined, reported);
}

/** True if a store reported that an object doesn't exist. Also checks the cause of the error. */
export function isMissingObject(thrown: unknown): boolean {
  const refused = thrown instanceof Error && thrown.cause instanceof StoreRefused ? thrown.cause : thrown;
  return refused instanceof StoreRefused && (refused.code === "NoSuchKey" || refused.code === "HTTP 404");
}

/** Returns a sentence for administrators. */
function sentenceFor(code: string, status: number, reported: string | undefined): string {
  const known = sentences[code];
  if (known !== undefined) return known;
  const answer = `The object store responded with ${code}${code.startsWith("HTTP ") ? "" : ` (HTTP ${status})`}`;
  const reason = reported?.replace(/\s+/g, " ").replace(/\p{C}/gu, "").trim().slice(0, maxReasonLength);
  return reason ? `${answer}: ${reason}` : `${answer}.`;
}

/** Maximum length of a store's own sentence in ours. */
const maxReasonLength = 300;

const otherRegion = "The bucket is in another region than the configured one.";
const unknownKey = "Unknown access key.";
const throttled = "The object store is throttling requests.";
const sentences: Readonly<Record<string, string>> = {
  AccessDenied: "The access key has no permission for this.",
  "HTTP 403": "The access key has no permission for this.",
  "no S3": "The server at this address is not S3-compatible.",
  AllAccessDisabled: "The object store disabled this bucket.",
  AuthorizationHeaderMalformed: otherRegion,
  IllegalLocationConstraintException: otherRegion,
  PermanentRedirect: otherRegion,
  TemporaryRedirect: otherRegion,
  "HTTP 301": otherRegion,
  "HTTP 307": otherRegion,
  InvalidAccessKeyId: unknownKey,
  InvalidToken: unknownKey,
  SignatureDoesNotMatch: "The secret key doesn't match the access key.",
  NoSuchBucket: "The bucket doesn't exist.",
  InvalidBucketName: "Invalid bucket name.",
  RequestTimeTooSkewed: "The clocks of this machine and the object store differ by more than 15 minutes.",
  SlowDown: throttled,
  RequestRateLimitExceeded: throttled,
  "HTTP 429": throttled,
  QuotaExceeded: "The object store is full.",
  XAmzContentSHA256Mismatch: "Checksum mismatch: the object store received different data.",
  BadDigest: "Checksum mismatch: the object store received different data.",
};
