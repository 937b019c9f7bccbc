import type { Call } from "./call.ts";
import { canonicalRequest } from "./canonical-request.ts";
import { S3Error } from "./s3-error.ts";
import { algorithm, type Scope, sameSignature, scopeText, signature, signingKey } from "./signing-key.ts";

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

/** Values from an authenticated head that the check of the body needs. */
export interface Authentic {
  readonly key: Buffer;
  readonly scope: Scope;
  readonly time: string;
  readonly seed: string;
  /** The header's value for the body: a hash, or the type of framing. */
  readonly payload: string;
}

const longestSkewMs = 15 * 60_000;
const longestExpirySeconds = 7 * 86_400;

/** Checks a version 4 signature in the header or in a presigned address. @throws S3Error */
export function authenticate(call: Call, credentials: Credentials, nowMs: number): Authentic {
  const claim = call.parameter("X-Amz-Signature") === undefined ? headerClaim(call, nowMs) : queryClaim(call, nowMs);
  const [accessKeyId, day = "", region = "", service = "", end] = claim.credential.split("/");
  if (accessKeyId !== credentials.accessKeyId) {
    throw new S3Error("InvalidAccessKeyId", "The AWS Access Key Id you provided does not exist in our records.");
  }
  if (region !== credentials.region || service !== "s3" || end !== "aws4_request" || !claim.time.startsWith(day)) {
    throw new S3Error(claim.malformed, `The credential is wrong; expecting the region '${credentials.region}'`);
  }
  checkSignedHeaders(call, claim.signedHeaders);
  const scope = { day, region, service };
  const key = signingKey(credentials.secretAccessKey, scope);
  const request = canonicalRequest(call, claim.signedHeaders, claim.payload);
  const expected = signature(key, [algorithm, claim.time, scopeText(scope), request].join("\n"));
  if (!sameSignature(expected, claim.signature)) {
    throw new S3Error(
      "SignatureDoesNotMatch",
      "The request signature we calculated does not match the signature you provided.",
    );
  }
  return { key, scope, time: claim.time, seed: expected, payload: claim.payload };
}

interface Claim {
  readonly credential: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly time: string;
  readonly payload: string;
  readonly malformed: "AuthorizationHeaderMalformed" | "AuthorizationQueryParametersError";
}

function headerClaim(call: Call, nowMs: number): Claim {
  const malformed = "AuthorizationHeaderMalformed";
  const header = call.header("authorization");
  if (header === undefined) throw new S3Error("AccessDenied", "Access Denied");
  const [, credential, signedHeaders, given] =
    /^AWS4-HMAC-SHA256 +Credential=([^,\s]+), *SignedHeaders=([^,\s]+), *Signature=([0-9a-f]{64})$/.exec(header) ?? [];
  if (credential === undefined || signedHeaders === undefined || given === undefined) {
    throw new S3Error(malformed, "The authorization header is malformed.");
  }
  const time = call.header("x-amz-date") ?? "";
  const payload = call.header("x-amz-content-sha256");
  if (payload === undefined) throw new S3Error("InvalidRequest", "Missing required header: x-amz-content-sha256");
  if (Math.abs(nowMs - millisecondsOf(time)) > longestSkewMs) {
    throw new S3Error(
      "RequestTimeTooSkewed",
      "The difference between the request time and the current time is too large.",
    );
  }
  return { credential, signedHeaders: signedHeaders.split(";"), signature: given, time, payload, malformed };
}

function queryClaim(call: Call, nowMs: number): Claim {
  const malformed = "AuthorizationQueryParametersError";
  const need = (name: string): string => {
    const value = call.parameter(name);
    if (value === undefined) throw new S3Error(malformed, `Query-string authentication needs the ${name} parameter`);
    return value;
  };
  if (need("X-Amz-Algorithm") !== algorithm)
    throw new S3Error(malformed, "X-Amz-Algorithm only supports AWS4-HMAC-SHA256");
  const time = need("X-Amz-Date");
  const expires = Number(need("X-Amz-Expires"));
  if (!Number.isInteger(expires) || expires < 1 || expires > longestExpirySeconds) {
    throw new S3Error(malformed, "X-Amz-Expires must be from 1 to 604800 seconds");
  }
  const signedAt = millisecondsOf(time);
  if (nowMs < signedAt - longestSkewMs) throw new S3Error("AccessDenied", "Request is not yet valid");
  if (nowMs > signedAt + expires * 1000) throw new S3Error("AccessDenied", "Request has expired");
  return {
    credential: need("X-Amz-Credential"),
    signedHeaders: need("X-Amz-SignedHeaders").split(";"),
    signature: need("X-Amz-Signature"),
    time,
    payload: call.setting("x-amz-content-sha256") ?? "UNSIGNED-PAYLOAD",
    malformed,
  };
}

/** Checks that all `x-amz-` headers are signed, so that changing or adding one in transit breaks the signature. */
function checkSignedHeaders(call: Call, signed: readonly string[]): void {
  const unsigned = Object.keys(call.incoming.headers).filter(
    (name) => (name === "host" || name.startsWith("x-amz-")) && !signed.includes(name),
  );
  if (unsigned.length > 0) {
    throw new S3Error(
      "AccessDenied",
      `There were headers present in the request which were not signed: ${unsigned.join(", ")}`,
    );
  }
}

function millisecondsOf(time: string): number {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? [];
  const [year = Number.NaN, month = 1, day, hour, minute, second] = parts.map(Number);
  const milliseconds = Date.UTC(year, month - 1, day, hour, minute, second);
  if (Number.isNaN(milliseconds)) throw new S3Error("AccessDenied", "The request has no valid date");
  return milliseconds;
}
