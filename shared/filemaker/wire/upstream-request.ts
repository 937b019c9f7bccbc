import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { OutboundError, type Relay, type RelayHandler, type RelayRequest } from "#shared/ports/outbound.ts";
import { endsWithConnection, isAnswerHead } from "./answer-framing.ts";
import type { CallTimeouts, TimedCall } from "./call-timeouts.ts";
import type { HeaderNames } from "./header-names.ts";
import { outboundFault } from "./outbound-fault.ts";

/** State shared by the calls of a pool. */
export interface PoolState {
  /** True while handlers of a connection's error run, before undici has reacted to it. */
  readonly breaking: boolean;
  readonly timeouts: CallTimeouts;
  /** The same for every call: undici reconnects when it changes, and would take it from the Host header. */
  readonly servername: string;
  readonly names: HeaderNames;
}

export type CallRequest = Omit<RelayRequest, "headersTimeoutMs" | "bodyTimeoutMs">;

/** Call whose callback is running: undici must not parse another connection inside it. */
let runningRequest: UpstreamRequest | undefined;

/** Relayed call. Combines undici's options, undici's handler and the caller's handle, so that a proxied call needs only one object. */
export class UpstreamRequest implements Dispatcher.DispatchHandler, Relay, TimedCall {
  readonly method: string;
  readonly path: string;
  readonly headers: string[];
  readonly body: Uint8Array | Readable | null;
  /** Set for undici, which times streaming bodies: it knows when the last part was sent. */
  readonly headersTimeout: number;
  readonly bodyTimeout = 0;
  readonly servername: string;

  quietSweeps = 0;
  before: TimedCall | undefined;
  after: TimedCall | undefined;

  private readonly poolState: PoolState;
  private readonly handler: RelayHandler;
  private readonly headersTimeoutMs: number;
  private readonly bodyTimeoutMs: number;
  private controller: Dispatcher.DispatchController | undefined;
  private head: readonly string[] | undefined;
  /** Error thrown by the handler or the body. If set, undici's error isn't caused by the connection. */
  private fault: unknown;
  private paused = false;
  private dispatching = true;
  private done = false;

  /** Timeouts of 0 mean none. */
  constructor(
    wire: PoolState,
    handler: RelayHandler,
    request: CallRequest,
    headersTimeoutMs: number,
    bodyTimeoutMs: number,
  ) {
    this.poolState = wire;
    this.handler = handler;
    this.method = request.method;
    this.path = request.path;
    // Neither undici nor we modify it.
    this.headers = request.headers as string[];
    this.body = this.sendable(request.body);
    this.headersTimeout = this.streams ? headersTimeoutMs : 0;
    this.headersTimeoutMs = headersTimeoutMs;
    this.bodyTimeoutMs = bodyTimeoutMs;
    this.servername = wire.servername;
  }

  /** Starts the call. The handler isn't called before this returns. */
  dispatch(dispatcher: Dispatcher): this {
    this.poolState.timeouts.add(this);
    dispatcher.dispatch(this, this);
    this.dispatching = false;
    return this;
  }

  get started(): boolean {
    return this.controller !== undefined;
  }

  get quietLimitMs(): number {
    if (this.head !== undefined) return this.paused ? 0 : this.bodyTimeoutMs;
    return this.started && this.streams ? 0 : this.headersTimeoutMs;
  }

  /** True if its body is streamed. */
  private get streams(): boolean {
    return this.body !== null && !(this.body instanceof Uint8Array);
  }

  pause(): void {
    this.paused = true;
    this.controller?.pause();
  }

  resume(): void {
    this.paused = false;
    this.quietSweeps = 0;
    if (runningRequest === undefined || runningRequest === this) this.controller?.resume();
    else queueMicrotask(() => this.paused || this.controller?.resume());
  }

  abort(): void {
    this.failAndAbort(new OutboundError("aborted", !this.started));
  }

  expire(): void {
    this.failAndAbort(new OutboundError("timeout", !this.started));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.done) {
      controller.abort(new Error("Canceled while waiting"));
      return;
    }
    this.controller = controller;
    if (this.paused) controller.pause();
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, parsed: ParsedHeaders): void {
    this.quietSweeps = 0;
    // 102 and 103 announce a response but aren't one.
    if (status < 200 || this.done) return;
    this.head = headList(controller.rawHeaders, parsed, this.poolState.names);
    if (!isAnswerHead(status, this.head)) {
      this.failAndAbort(new OutboundError("invalid", false));
      return;
    }
    runningRequest = this;
    try {
      this.handler.head(status, this.head);
    } catch (error) {
      this.fault = error;
      throw error;
    } finally {
      runningRequest = undefined;
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.done) return;
    this.quietSweeps = 0;
    runningRequest = this;
    try {
      this.handler.data(chunk);
    } catch (error) {
      this.fault = error;
      throw error;
    } finally {
      runningRequest = undefined;
    }
  }

  onResponseEnd(): void {
    if (this.done) return;
    if (this.poolState.breaking && endsWithConnection(this.head ?? [])) {
      this.fail(new OutboundError("broken", false));
      return;
    }
    this.settle();
    runningRequest = this;
    try {
      this.handler.end();
    } catch (error) {
      // undici would attribute it to the call, which has ended.
      queueMicrotask(() => {
        throw error;
      });
    } finally {
      runningRequest = undefined;
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.done) return;
    const ours = error === this.fault || (this.body instanceof Readable && this.body.errored === error);
    this.fail(outboundFault(error, { started: this.started, headed: this.head !== undefined, ours }));
  }

  private sendable(body: RelayRequest["body"]): UpstreamRequest["body"] {
    if (body === undefined) return null;
    if (body instanceof Uint8Array || body instanceof Readable) return body;
    // undici accepts async iterables too, but its type doesn't say so.
    return this.watched(body) as unknown as Readable;
  }

  private async *watched(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    try {
      yield* body;
    } catch (error) {
      this.fault = error;
      throw error;
    }
  }

  /** Tells the handler first, so that it gets our reason and not undici's. */
  private failAndAbort(error: OutboundError): void {
    if (this.done) return;
    this.fail(error);
    this.controller?.abort(error);
  }

  private settle(): void {
    this.done = true;
    this.poolState.timeouts.delete(this);
  }

  private fail(error: OutboundError): void {
    this.settle();
    if (this.dispatching) queueMicrotask(() => this.handler.fail(error));
    else this.handler.fail(error);
  }
}

type ParsedHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2];

/** Returns alternating names and values as received. undici has decoded the values; only those of repeated names are decoded here. */
function headList(
  raw: Dispatcher.DispatchController["rawHeaders"],
  parsed: ParsedHeaders,
  names: HeaderNames,
): readonly string[] {
  if (!Array.isArray(raw)) return [];
  const list = new Array<string>(raw.length);
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index];
    if (!(name instanceof Uint8Array)) throw new TypeError("undici passes header names as bytes");
    const { spelled, folded } = names.at(index / 2, name);
    const value = parsed[folded];
    list[index] = spelled;
    list[index + 1] = typeof value === "string" ? value : String(raw[index + 1]?.toString("latin1"));
  }
  return list;
}
