import type { ErrorName, Process } from "./contract-types.ts";

/**
 * Names of errors that the client itself reports. `unreachable`: no response. `unknown_response`: a response that isn't the service's,
 * such as a proxy's error page. `unknown_error`: an error of a newer service. `process_failed`: a process ended without success.
 * `wait_timeout`: a process didn't end in time.
 */
type ClientErrorName = "unreachable" | "unknown_response" | "unknown_error" | "process_failed" | "wait_timeout";

interface ErrorFacts {
  /** HTTP status. 0 if there was no response. */
  readonly status: number;
  /** Number of the error in the service's catalog. */
  readonly code?: number | undefined;
  /** Operation that failed, such as `keys.getDataApiKey`. */
  readonly operation: string;
  /** Id of the request, for the service's log. */
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** Facts that the service sent with the error. */
  readonly response?: Readonly<Record<string, unknown>> | undefined;
  /** Process that failed or didn't end in time. */
  readonly process?: Process | undefined;
  readonly cause?: unknown;
}

/** Error of the service or of the client. Its message is the service's sentence. */
export class LatchkeyFailure<Name extends string> extends Error {
  override readonly name: Name;
  readonly status: number;
  readonly code: number | undefined;
  readonly operation: string;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly response: Readonly<Record<string, unknown>>;
  readonly process: Process | undefined;

  constructor(name: Name, message: string, facts: ErrorFacts) {
    super(message, facts.cause === undefined ? {} : { cause: facts.cause });
    this.name = name;
    this.status = facts.status;
    this.code = facts.code;
    this.operation = facts.operation;
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.response = facts.response ?? {};
    this.process = facts.process;
  }
}

/** Everything that the client throws, except aborts. Discriminated by `name`. */
export type LatchkeyError = { readonly [Name in ErrorName | ClientErrorName]: LatchkeyFailure<Name> }[
  | ErrorName
  | ClientErrorName];

export function isLatchkeyError(thrown: unknown): thrown is LatchkeyError {
  return thrown instanceof LatchkeyFailure;
}
