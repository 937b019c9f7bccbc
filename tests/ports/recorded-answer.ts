import { expect } from "vitest";
import type { Outbound, OutboundError, Relay, RelayHandler, RelayRequest } from "#shared/ports/outbound.ts";

/** Recorded events of a relayed call's handler, checked for the order that the port promises. */
export class RecordedAnswer implements RelayHandler {
  status: number | undefined;
  headers: readonly string[] = [];
  body = "";
  sizeBytes = 0;
  readonly over: Promise<OutboundError | "end">;
  /** Called when the head or a chunk arrives. */
  onHead: () => void = () => {};
  onData: () => void = () => {};

  private outcome: OutboundError | "end" | undefined;
  private readonly finish: (outcome: OutboundError | "end") => void;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<OutboundError | "end">();
    this.over = promise;
    this.finish = resolve;
  }

  get ended(): OutboundError | "end" | undefined {
    return this.outcome;
  }

  head(status: number, headers: readonly string[]): void {
    expect(this.outcome).toBeUndefined();
    expect(this.status).toBeUndefined();
    this.status = status;
    this.headers = headers;
    this.onHead();
  }

  data(chunk: Uint8Array): void {
    expect(this.outcome).toBeUndefined();
    expect(this.status).toBeDefined();
    this.sizeBytes += chunk.byteLength;
    if (this.sizeBytes <= 1_000_000) this.body += Buffer.from(chunk).toString("latin1");
    this.onData();
  }

  end(): void {
    expect(this.status).toBeDefined();
    this.settle("end");
  }

  fail(error: OutboundError): void {
    this.settle(error);
  }

  private settle(outcome: OutboundError | "end"): void {
    expect(this.outcome).toBeUndefined();
    this.outcome = outcome;
    this.finish(outcome);
  }
}

/** Returns a relay request that is valid by default. */
export function aRelay(changes: Partial<RelayRequest> = {}): RelayRequest {
  return {
    method: "GET",
    path: "/",
    headers: ["Host", "fms.example.test"],
    headersTimeoutMs: 20_000,
    bodyTimeoutMs: 20_000,
    ...changes,
  };
}

export function relayed(
  outbound: Outbound,
  changes: Partial<RelayRequest> = {},
): { readonly answer: RecordedAnswer; readonly relay: Relay } {
  const answer = new RecordedAnswer();
  return { answer, relay: outbound.relay(aRelay(changes), answer) };
}
