/** FileMaker Server's APIs, as figures name them. */
export const apis = ["data", "odata", "admin", "streaming"] as const;
export type Api = (typeof apis)[number];

export const methods = ["GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "other"] as const;
export type CountedMethod = (typeof methods)[number];

/** How a proxied call ended: see the label `outcome`. */
export const outcomes = ["answered", "rejected", "refused", "failed", "abandoned"] as const;
export type CountedOutcome = (typeof outcomes)[number];

/** What is counted of one proxied call. */
export interface CountedCall {
  /** As the audit trail names it; undefined where the call showed none that is known. */
  readonly key: string | undefined;
  /** The hosted file as it is spelled, with its extension; undefined where there is none, or none that the key opens. */
  readonly file: string | undefined;
  readonly api: Api;
  readonly method: CountedMethod;
  readonly outcome: CountedOutcome;
  readonly receivedBytes: number;
  readonly sentBytes: number;
  /** From the call's arrival until its answer began. Milliseconds, with parts of them. */
  readonly firstByteMs: number;
  /** FileMaker's error number where it answered with an error. */
  readonly code: string | undefined;
  /** The name of our own error where we answered with one. */
  readonly error: string | undefined;
}

/** What a call says of its end, as far as its outcome follows from it. */
interface Ending {
  /** The status that was sent; 0 where nothing was. */
  readonly status: number;
  readonly error: string | undefined;
}

/** How a call ended. */
export function outcomeOf({ status, error }: Ending): CountedOutcome {
  if (error !== undefined) return status === 0 || status >= 500 ? "failed" : "refused";
  if (status === 0) return "abandoned";
  return status < 400 ? "answered" : "rejected";
}

/** A method as it is counted: those that programs make up are one. */
export function countedMethod(method: string): CountedMethod {
  return (methods as readonly string[]).includes(method) ? (method as CountedMethod) : "other";
}

/** FileMaker's error numbers are small whole numbers, OData's negative ones too. What else came is none. */
export function countedCode(code: string | undefined): string {
  return code !== undefined && /^-?\d{1,6}$/.test(code) ? code : "other";
}
