import { serviceNow } from "./service-clock.ts";

/** `upstream_unreachable`, `upstream_broken` and `upstream_timeout` of the error catalogue. */
const serverUnavailable: ReadonlySet<number> = new Set([18054, 18055, 18056]);

/** The service said no, or what answered was not the service. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly status: number;
  /** Number in the error catalogue; undefined where no service answered. */
  readonly code: number | undefined;
  readonly requestId: string | undefined;
  readonly operation: string;
  /** When it was refused, by the service's clock: so its log says. */
  readonly at = new Date(serviceNow());
  readonly retryAfterSeconds: number | undefined;
  /** Facts for programs, such as which files were refused. */
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

  /** Nobody answered at all. */
  get isUnreachable(): boolean {
    return this.status === 0;
  }

  /** The service answered, and FileMaker Server did not. */
  get isServerAway(): boolean {
    return this.code !== undefined && serverUnavailable.has(this.code);
  }

  /** The session is over, or there never was one. */
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
