import type { RequestBody } from "../relay/request-body.ts";
import type { RequestHeaders } from "../relay/request-headers.ts";

/** Limits for the calls of a batch. Their addresses are checked when they are parsed. */
export interface BatchLimits {
  /** Admits a call and counts it. `headers`: alternating names and values. @throws ServiceError */
  admit(method: string, headers: readonly string[]): undefined | Promise<void>;
  /** @throws ServiceError if a body may name something that the key has no access to */
  checkBody(target: string, body: RequestBody, headers: readonly string[]): void;
}

/** Rules for a batch, from the call that contains it. */
export interface BatchRules {
  /** Boundary of the batch as received. */
  readonly boundary: string;
  /** Returns a boundary that no caller can guess, for one level of the forwarded batch. */
  readonly freshBoundary: (level: number) => string;
  /** Translates an inner address, which is checked like that of a separate call. @throws ServiceError */
  readonly target: (address: string, contentIds: ReadonlySet<string>) => string;
  /** Returns FileMaker's own absolute address of a reference's target, or the batch call that creates it. @throws ServiceError */
  readonly native: (address: string, contentIds: ReadonlySet<string>) => string;
  /** Sorts an inner call's headers. @throws ServiceError */
  readonly headers: (raw: readonly string[]) => RequestHeaders;
  /** Undefined if there are no limits. */
  readonly limits: BatchLimits | undefined;
  /** Value of inner Host headers. */
  readonly host: string;
}
