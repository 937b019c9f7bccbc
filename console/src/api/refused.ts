import { serviceNow } from "./service-clock.ts";

/**
 * `upstream_unreachable`, `upstream_broken`, `upstream_timeout`, `database_server_stopped` and `certificate_refused` of the error catalog.
 */
const serverUnavailable: ReadonlySet<number> = new Set([18054, 18055, 18056, 18325, 18327]);

/** Thrown when the service refuses a call, or the answer isn't from the service. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly status: number;
  /** Number in the error catalog; undefined if the service didn't answer. */
  readonly code: number | undefined;
  readonly requestId: string | undefined;
  readonly operation: string;
  /** Time of the refusal by the service's clock, as in its log. */
  readonly at = new Date(serviceNow());
  readonly retryAfterSeconds: number | undefined;
  /** Facts for programs, such as the refused files. */
  readonly response: unknown;

  constructor(text: string, facts: Omit<RefusedFacts, "text">) {
    super(text);
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.operation = facts.operation;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.response = facts.response;
  }

  /** True if there was no answer. */
  get isUnreachable(): boolean {
    return this.status === 0;
  }

  /** True if the service answered but FileMaker Server didn't. */
  get isServerAway(): boolean {
    return this.code !== undefined && serverUnavailable.has(this.code);
  }

  /** True if the session has ended or there was none. */
  get isSignedOut(): boolean {
    return this.status === 401 && this.code === 18000;
  }
}

interface RefusedFacts {
  readonly text: string;
  readonly status: number;
  readonly code?: number | undefined;
  readonly requestId?: string | undefined;
  readonly operation: string;
  readonly retryAfterSeconds?: number | undefined;
  readonly response?: unknown;
}
