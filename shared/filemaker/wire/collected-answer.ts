import { OutboundError, type OutboundResponse, type Relay, type RelayHandler } from "#shared/ports/outbound.ts";

/** Response that fits in memory, with one deadline for all of it. */
export class CollectedAnswer implements RelayHandler {
  readonly promise: Promise<OutboundResponse>;
  private readonly resolve: (answer: OutboundResponse) => void;
  private readonly reject: (error: OutboundError) => void;
  private readonly timer: NodeJS.Timeout;
  private readonly largestBytes: number;
  private readonly chunks: Uint8Array[] = [];
  private relay: Relay | undefined;
  private signal: AbortSignal | undefined;
  private sizeBytes = 0;
  private status = 0;
  private headers: Readonly<Record<string, string>> = {};
  private gaveUp: "timeout" | "invalid" | undefined;

  constructor(timeoutMs: number, largestBytes: number) {
    const { promise, resolve, reject } = Promise.withResolvers<OutboundResponse>();
    this.promise = promise;
    this.resolve = resolve;
    this.reject = reject;
    this.largestBytes = largestBytes;
    this.timer = setTimeout(() => this.giveUp("timeout"), timeoutMs);
  }

  /** Connects the call of this response, and a signal that aborts it. */
  follow(relay: Relay, signal?: AbortSignal): void {
    this.relay = relay;
    this.signal = signal;
    if (signal?.aborted === true) relay.abort();
    else signal?.addEventListener("abort", this.leave);
  }

  head(status: number, headers: readonly string[]): void {
    this.status = status;
    this.headers = joined(headers);
  }

  data(chunk: Uint8Array): void {
    this.sizeBytes += chunk.byteLength;
    if (this.sizeBytes > this.largestBytes) this.giveUp("invalid");
    else this.chunks.push(chunk);
  }

  end(): void {
    this.settle();
    this.resolve({ status: this.status, headers: this.headers, body: Buffer.concat(this.chunks, this.sizeBytes) });
  }

  fail(error: OutboundError): void {
    this.settle();
    this.reject(this.gaveUp === undefined ? error : new OutboundError(this.gaveUp, error.unsent, { cause: error }));
  }

  private readonly leave = (): void => this.relay?.abort();

  private settle(): void {
    clearTimeout(this.timer);
    this.signal?.removeEventListener("abort", this.leave);
  }

  private giveUp(reason: "timeout" | "invalid"): void {
    this.gaveUp = reason;
    this.relay?.abort();
  }
}

function joined(headers: readonly string[]): Record<string, string> {
  // Without a prototype, a header called __proto__ is an ordinary header.
  const record: Record<string, string> = Object.create(null);
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index]?.toLowerCase() ?? "";
    const value = headers[index + 1] ?? "";
    const before = record[name];
    record[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return record;
}
