import type { RequestBody } from "../relay/request-body.ts";
import type { RequestHeaders } from "../relay/request-headers.ts";

/** What limits the calls of a batch. Their addresses are checked as they are read. */
export interface BatchLimits {
  /** Lets a call in, which counts. `headers`: alternating names and values. @throws ServiceError */
  admit(method: string, headers: readonly string[]): undefined | Promise<void>;
  /** @throws ServiceError when a body may name what the key does not reach */
  checkBody(target: string, body: RequestBody, headers: readonly string[]): void;
}

/** What a batch needs to know of the call that it came with. */
export interface BatchRules {
  /** The boundary of the batch as it came. */
  readonly boundary: string;
  /** A boundary that no caller can have guessed, for one level of the batch as it goes on. */
  readonly freshBoundary: (level: number) => string;
  /** Where an inner address leads, checked like the address of a call of its own. @throws ServiceError */
  readonly target: (address: string, contentIds: ReadonlySet<string>) => string;
  /** FileMaker's own absolute address for what a reference names, or the call of the batch that makes it. @throws ServiceError */
  readonly native: (address: string, contentIds: ReadonlySet<string>) => string;
  /** Sorts an inner call's headers. @throws ServiceError */
  readonly headers: (raw: readonly string[]) => RequestHeaders;
  /** Undefined where nothing limits them. */
  readonly limits: BatchLimits | undefined;
  /** What an inner Host header is to say. */
  readonly host: string;
}
