import type { Caller } from "#shared/contract/call.ts";
import type { ServiceError } from "#shared/contract/errors.ts";
import type { ProxyOutcome } from "#shared/contract/proxy-outcome.ts";
import type { HttpCall } from "#shared/ports/http-call.ts";
import type { CommonPlatform } from "../platform.ts";
import { type BrowserOfCall, browserOf } from "./credentials/browser.ts";
import type { Route } from "./routes/routes.ts";

/** One call on its way through the pipeline, and what its steps have found out. What a step does not ask for is never read. */
export class Exchange {
  readonly call: HttpCall;
  readonly platform: CommonPlatform;
  /** When the call arrived, on the clock that takes durations. */
  readonly arrivedAt: number;
  readonly outcome: ProxyOutcome;
  requestId: string;
  route: Route | undefined;
  /** The methods that the path takes, where the call's is none of them. */
  allowed: readonly string[] = [];
  caller: Caller = { kind: "anyone" };
  input: Record<string, unknown> = {};
  /** What the answer says beside what was asked for. */
  notes: readonly string[] = [];
  /** The size of a body that was read as a whole. */
  bodyBytes = 0;
  /** Whether the audit trail has an entry of its own for this call. */
  isAudited = false;
  /** What went wrong, for the log. */
  failure: ServiceError | undefined;
  readonly #mark: number;
  #browser: BrowserOfCall | undefined;
  #query: URLSearchParams | undefined;

  constructor(call: HttpCall, platform: CommonPlatform) {
    this.call = call;
    this.platform = platform;
    this.arrivedAt = platform.clock.monotonic();
    this.requestId = call.requestId;
    this.#mark = call.target.indexOf("?");
    this.outcome = {
      client: { address: call.address, limits: undefined },
      status: 0,
      sentBytes: 0,
      receivedBytes: 0,
      answeredAt: undefined,
      code: undefined,
      file: undefined,
      key: undefined,
      error: undefined,
      isCredentialRefused: false,
      detail: undefined,
    };
  }

  /** Behind the service prefix, as it came. */
  get path(): string {
    return this.#mark < 0 ? this.call.target : this.call.target.slice(0, this.#mark);
  }

  /** With its question mark, as it came, or empty. */
  get rawQuery(): string {
    return this.#mark < 0 ? "" : this.call.target.slice(this.#mark);
  }

  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.rawQuery);
    return this.#query;
  }

  get browser(): BrowserOfCall {
    this.#browser ??= browserOf(this.call, this.platform);
    return this.#browser;
  }

  /** Whether another server answers. */
  get isRelay(): boolean {
    return this.route?.isRelay === true;
  }
}
