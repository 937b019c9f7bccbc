import type { Caller } from "#shared/contract/call.ts";
import type { ServiceError } from "#shared/contract/errors.ts";
import type { ProxyOutcome } from "#shared/contract/proxy-outcome.ts";
import type { HttpCall } from "#shared/ports/http-call.ts";
import type { CommonPlatform } from "../platform.ts";
import { type BrowserOfCall, browserOf } from "./credentials/browser.ts";
import type { Route } from "./routes/routes.ts";

/** State of one call in the pipeline. Values are only computed when a step reads them. */
export class Exchange {
  readonly call: HttpCall;
  readonly platform: CommonPlatform;
  /** Arrival time on the monotonic clock. */
  readonly arrivedAt: number;
  readonly outcome: ProxyOutcome;
  requestId: string;
  route: Route | undefined;
  /** Methods that the path accepts, if it doesn't accept the call's method. */
  allowed: readonly string[] = [];
  caller: Caller = { kind: "anyone" };
  input: Record<string, unknown> = {};
  /** Notes to add to the response. */
  notes: readonly string[] = [];
  /** Size in bytes of a body that was read completely. */
  bodyBytes = 0;
  /** True if this call has its own entry in the audit trail. */
  isAudited = false;
  /** Error for the log. */
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
      arrivedAt: this.arrivedAt,
      sentAt: undefined,
      answeredAt: undefined,
      code: undefined,
      file: undefined,
      key: undefined,
      error: undefined,
      isCredentialRefused: false,
      detail: undefined,
    };
  }

  /** Raw path after the service prefix. */
  get path(): string {
    return this.#mark < 0 ? this.call.target : this.call.target.slice(0, this.#mark);
  }

  /** Raw query including its question mark, or an empty string. */
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

  /** True if another server answers. */
  get isRelay(): boolean {
    return this.route?.isRelay === true;
  }
}
