import {
  type Outbound,
  OutboundError,
  type Relay,
  type RelayHandler,
  type RelayRequest,
} from "#shared/ports/outbound.ts";
import type { CircuitBreaker } from "./circuit-breaker.ts";
import { isFault } from "./fault-status.ts";
import type { Awaiting, HangWatch } from "./hang-watch.ts";

/** Relayed call. The breaker counts its end, and the hang watch includes it until its response begins. */
export class WatchedCall implements RelayHandler, Relay, Awaiting {
  round = 0;
  before: Awaiting | undefined;
  after: Awaiting | undefined;

  readonly #handler: RelayHandler;
  readonly #breaker: CircuitBreaker;
  readonly #watch: HangWatch;
  #relay: Relay | undefined;
  #isGivenUp = false;

  constructor(handler: RelayHandler, breaker: CircuitBreaker, watch: HangWatch) {
    this.#handler = handler;
    this.#breaker = breaker;
    this.#watch = watch;
  }

  start(outbound: Outbound, request: RelayRequest): this {
    this.#watch.add(this);
    this.#relay = outbound.relay(request, this);
    return this;
  }

  pause(): void {
    this.#relay?.pause();
  }

  resume(): void {
    this.#relay?.resume();
  }

  abort(): void {
    this.#relay?.abort();
  }

  giveUp(): void {
    this.#isGivenUp = true;
    this.#relay?.abort();
  }

  head(status: number, headers: readonly string[]): void {
    this.#watch.delete(this);
    this.#breaker.record(status >= 500 && isFault(status, contentTypeIn(headers)));
    this.#handler.head(status, headers);
  }

  data(chunk: Uint8Array): void {
    this.#handler.data(chunk);
  }

  end(): void {
    this.#handler.end();
  }

  fail(error: OutboundError): void {
    this.#watch.delete(this);
    const reported = this.#isGivenUp ? new OutboundError("timeout", false, { cause: error }) : error;
    if (reported.reason !== "aborted") this.#breaker.record(true);
    this.#handler.fail(reported);
  }
}

function contentTypeIn(headers: readonly string[]): string | undefined {
  const index = headers.findIndex((name, place) => place % 2 === 0 && name.toLowerCase() === "content-type");
  return index < 0 ? undefined : headers[index + 1];
}
