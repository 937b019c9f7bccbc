/** Labels of FileMaker Server's APIs. */
export const apis = ["data", "odata", "admin", "streaming"] as const;
export type Api = (typeof apis)[number];

export const methods = ["GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "other"] as const;
export type CountedMethod = (typeof methods)[number];

/** Outcomes of a proxied call; see the label `outcome`. */
export const outcomes = ["answered", "rejected", "refused", "failed", "abandoned"] as const;
export type CountedOutcome = (typeof outcomes)[number];

/** Counted data of one proxied call. */
export interface CountedCall {
  /** Name of the key as in the audit trail; undefined if the call had no known key. */
  readonly key: string | undefined;
  /** Hosted file with its original spelling and extension; undefined if there is none or the key can't open it. */
  readonly file: string | undefined;
  readonly api: Api;
  readonly method: CountedMethod;
  readonly outcome: CountedOutcome;
  readonly receivedBytes: number;
  readonly sentBytes: number;
  /** Time from the arrival of the call to the first byte of the response, in fractional milliseconds. */
  readonly firstByteMs: number;
  /** FileMaker error number, if FileMaker responded with an error. */
  readonly code: string | undefined;
  /** Name of our own error, if we responded with one. */
  readonly error: string | undefined;
}

/** Part of a call's result that determines its outcome. */
interface Ending {
  /** HTTP status of the response; 0 if none was sent. */
  readonly status: number;
  readonly error: string | undefined;
}

export function outcomeOf({ status, error }: Ending): CountedOutcome {
  if (error !== undefined) return status === 0 || status >= 500 ? "failed" : "refused";
  if (status === 0) return "abandoned";
  return status < 400 ? "answered" : "rejected";
}

/** Returns the method to count. All nonstandard methods are counted as one. */
export function countedMethod(method: string): CountedMethod {
  return (methods as readonly string[]).includes(method) ? (method as CountedMethod) : "other";
}

/** Returns the error code to count. FileMaker error numbers are small integers, negative for OData; anything else is `other`. */
export function countedCode(code: string | undefined): string {
  return code !== undefined && /^-?\d{1,6}$/.test(code) ? code : "other";
}
