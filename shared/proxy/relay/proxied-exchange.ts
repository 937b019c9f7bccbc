import type { Writable } from "node:stream";
import { ServiceError } from "#shared/contract/errors.ts";
import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import type { ProxyOutcome } from "#shared/contract/proxy-outcome.ts";
import { rateLimitHeaders } from "#shared/contract/rate-limit.ts";
import { asUpstreamError, codeIn, errorCodeIn } from "#shared/filemaker/answer.ts";
import { lengthRefusal } from "#shared/http/answer-length.ts";
import { compressing } from "#shared/http/compression.ts";
import { encodedHead } from "#shared/http/encoded-head.ts";
import { sendWhole } from "#shared/http/send-whole.ts";
import type { Stopwatch } from "#shared/ports/clock.ts";
import type { AnswerStream } from "#shared/ports/http-call.ts";
import type { Outbound, OutboundError, Relay, RelayHandler } from "#shared/ports/outbound.ts";
import type { AddressRules } from "../addresses/address-rules.ts";
import type { BodyRewriter } from "../addresses/batch-answer-rewriter.ts";
import { NextLinkRewriter } from "../addresses/next-link-rewriter.ts";
import { type AnswerHeaders, answerHeaders } from "./answer-headers.ts";
import { serverTiming } from "./call-times.ts";
import type { RequestBody } from "./request-body.ts";

/** A 401 of the Data API is a few dozen bytes. Anything longer isn't its envelope. */
const refusalBytes = 64 * 1024;
/** Responses up to this size usually arrive in one piece. Their head waits for it, so that it can include the length. Bytes. */
const onePieceBytes = 64 * 1024;

/** Everything that is needed to relay a call. */
export interface RelayPlan {
  readonly outbound: Outbound;
  readonly method: string;
  readonly path: string;
  /** Alternating names and values, including the credential. */
  readonly headers: string[];
  readonly body: RequestBody;
  readonly answer: AnswerStream;
  /** Accept-Encoding of the caller. */
  readonly acceptEncoding: string;
  readonly outcome: ProxyOutcome;
  /** Measures the time to the response. */
  readonly clock: Pick<Stopwatch, "monotonic">;
  readonly headersTimeoutMs: number;
  readonly bodyTimeoutMs: number;
  /** Rules for rewriting URLs in the response, and the prefix to use. */
  readonly rules: AddressRules;
  readonly prefix: string;
  /** Query parameter for links to the next page, for callers whose key is in the query. */
  readonly pageParameter?: string | undefined;
  /** True if caches must not store the response, even if the server allows it. */
  readonly noStore: boolean;
  /** True if the call can be repeated, where that is safe: only a share of all calls may be. Counts it. */
  readonly takeRetry: () => boolean;
  /**
   * Receives the status before anything of the response is forwarded. If it returns false, nothing is forwarded and the attempt ends as
   * "turnedDown". If it returns a promise, the response waits for it.
   */
  readonly acceptStatus?: (status: number) => boolean | Promise<void>;
  /** The same with the response's headers: alternating names and values. */
  readonly acceptHead?: (status: number, headers: readonly string[]) => boolean;
}

/** End of an attempt: a response was sent (or the client is gone), or nothing was sent, for the reason given. */
export type Ending =
  | { readonly kind: "answered" }
  | { readonly kind: "tokenDead" }
  | { readonly kind: "turnedDown" }
  | {
      readonly kind: "failed";
      readonly error: ServiceError;
      readonly reason: OutboundError["reason"];
      readonly unsent: boolean;
    };

/** Codes of the Data API and the Admin API for an invalid token. */
const deadTokens = new Set<string | undefined>([fileMakerCodes.tokenInvalid, fileMakerCodes.adminTokenRefused]);

const answered: Ending = { kind: "answered" };
const tokenDead: Ending = { kind: "tokenDead" };
const rejected: Ending = { kind: "turnedDown" };

/**
 * One attempt of a call. Head and body are forwarded as they arrive, with backpressure; if the client leaves, the attempt is aborted. A
 * broken response is never ended cleanly.
 */
export class ProxiedExchange implements RelayHandler {
  readonly #plan: RelayPlan;
  readonly #watchesToken: boolean;
  readonly #resolve: (ending: Ending) => void;
  #relay: Relay | undefined;
  #status = 0;
  #headers: AnswerHeaders | undefined;
  #headSent = false;
  /** True if the whole response was sent at once. */
  #isWhole = false;
  /** Target of the body: the client, or a compressor in front of it. */
  #sink: Writable;
  #rewriter: BodyRewriter | undefined;
  /** Chunks of a 401 response, held back until the exchange knows whether the token is invalid. */
  #withheld: Uint8Array[] | undefined;
  #withheldBytes = 0;
  /** Continues when the client has received what is buffered for it. */
  #onDrain: (() => void) | undefined;
  #isOver = false;
  /** Chunks that arrived while `acceptStatus` was pending. */
  #awaited: Uint8Array[] | undefined;
  #endAwaited = false;

  /** Runs an attempt. With `watchesToken`, a response that reports an invalid token ends as "tokenDead" and isn't forwarded. */
  static run(plan: RelayPlan, watchesToken: boolean): Promise<Ending> {
    return new Promise((resolve) => new ProxiedExchange(plan, watchesToken, resolve).#start());
  }

  private constructor(plan: RelayPlan, watchesToken: boolean, resolve: (ending: Ending) => void) {
    this.#plan = plan;
    this.#sink = plan.answer;
    this.#watchesToken = watchesToken;
    this.#resolve = resolve;
  }

  #start(): void {
    const { outbound, method, path, headers, body, answer, outcome, clock } = this.#plan;
    if (answer.destroyed) {
      this.#resolve(answered);
      return;
    }
    answer.on("close", this.#clientClosed);
    outcome.sentAt = clock.monotonic();
    this.#relay = outbound.relay(
      {
        method,
        path,
        headers,
        headersTimeoutMs: this.#plan.headersTimeoutMs,
        bodyTimeoutMs: this.#plan.bodyTimeoutMs,
        body: body.content,
      },
      this,
    );
  }

  readonly #clientClosed = (): void => {
    this.#relay?.abort();
  };

  head(status: number, raw: readonly string[]): void {
    const acceptance = this.#plan.acceptStatus?.(status);
    if (acceptance === false || this.#plan.acceptHead?.(status, raw) === false) {
      // Marked first, so that the end of the relay has nothing left to report.
      this.#isOver = true;
      this.#finish(rejected);
      this.#relay?.abort();
      return;
    }
    this.#status = status;
    this.#headers = answerHeaders(raw, this.#plan);
    if (this.#isTooLarge(this.#headers.contentLength)) return;
    if (typeof acceptance !== "object") {
      this.#begin(this.#headers);
      return;
    }
    this.#awaited = [];
    this.#relay?.pause();
    const accepted = () => this.#statusAccepted();
    acceptance.then(accepted, accepted);
  }

  /** Ends the attempt if its response can't be sent whole. */
  #isTooLarge(contentLength: number | undefined): boolean {
    const { answer, method } = this.#plan;
    const error = method === "HEAD" ? undefined : lengthRefusal(answer, contentLength);
    if (error === undefined) return false;
    this.#finish({ kind: "failed", error, reason: "invalid", unsent: false });
    this.#relay?.abort();
    return true;
  }

  #statusAccepted(): void {
    const chunks = this.#awaited ?? [];
    this.#awaited = undefined;
    if (this.#isOver || this.#headers === undefined) return;
    this.#begin(this.#headers);
    for (const chunk of chunks) this.data(chunk);
    if (this.#endAwaited) this.end();
    // A slow client reports itself when it can continue.
    else if (this.#onDrain === undefined) this.#relay?.resume();
  }

  #begin({ addressedType, contentLength }: AnswerHeaders): void {
    const { rules, prefix, pageParameter } = this.#plan;
    if (addressedType !== undefined) {
      const addresses = rules.rewriter(prefix, addressedType);
      const hasLinks = pageParameter !== undefined && /[/+]json\b/i.test(addressedType);
      this.#rewriter = hasLinks ? new NextLinkRewriter(addresses, pageParameter) : addresses;
    }
    if (this.#status === 401 && this.#watchesToken) this.#withheld = [];
    else if (this.#rewriter === undefined || (contentLength ?? Infinity) > onePieceBytes) this.#sendHead();
  }

  data(chunk: Uint8Array): void {
    if (this.#isOver) return;
    if (this.#awaited !== undefined) {
      this.#awaited.push(chunk);
      return;
    }
    if (this.#withheld === undefined) {
      this.#send(chunk);
      return;
    }
    this.#withheld.push(chunk);
    this.#withheldBytes += chunk.length;
    if (this.#withheldBytes > refusalBytes) this.#sendWithheld();
  }

  end(): void {
    if (this.#awaited !== undefined) {
      this.#endAwaited = true;
      return;
    }
    if (this.#withheld !== undefined) {
      if (deadTokens.has(codeIn(Buffer.concat(this.#withheld)))) {
        this.#finish(tokenDead);
        return;
      }
      this.#sendWithheld();
    }
    if (this.#isWhole) {
      this.#finish(answered);
      return;
    }
    // Nothing arrived, so nothing was rewritten. Only the head of a HEAD describes a body that would have been rewritten.
    if (!this.#headSent) this.#sendHead(this.#plan.method === "HEAD" ? undefined : this.#headers?.contentLength);
    const rest = this.#rewriter?.end();
    if (rest !== undefined && rest.length > 0) this.#write(rest);
    this.#sink.end();
    this.#finish(answered);
  }

  fail(error: OutboundError): void {
    if (this.#isOver) return;
    const { answer, outcome } = this.#plan;
    if (answer.destroyed || this.#headSent) {
      if (!answer.destroyed) outcome.detail = error.message;
      answer.destroy();
      this.#finish(answered);
      return;
    }
    const translated = asUpstreamError(error);
    const serviceError =
      translated instanceof ServiceError ? translated : new ServiceError("internal", { cause: translated });
    this.#finish({ kind: "failed", error: serviceError, reason: error.reason, unsent: error.unsent });
  }

  #finish(ending: Ending): void {
    const { answer } = this.#plan;
    this.#isOver = true;
    answer.off("close", this.#clientClosed);
    if (this.#onDrain !== undefined) this.#sink.off("drain", this.#onDrain);
    this.#resolve(ending);
  }

  #sendWithheld(): void {
    const chunks = this.#withheld ?? [];
    this.#withheld = undefined;
    for (const chunk of chunks) this.#send(chunk);
  }

  #send(chunk: Uint8Array): void {
    if (this.#status >= 400) this.#plan.outcome.code ??= errorCodeIn(chunk);
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (this.#rewriter === undefined) {
      if (!this.#headSent) this.#sendHead();
      this.#write(bytes);
      return;
    }
    if (!this.#headSent && bytes.length === this.#headers?.contentLength) {
      this.#sendWhole(this.#rewriter.whole(bytes), this.#headers.returned);
      return;
    }
    if (!this.#headSent) this.#sendHead();
    const certain = this.#rewriter.push(bytes);
    if (certain.length > 0) this.#write(certain);
  }

  #sendWhole(body: Buffer, returned: string[]): void {
    const { answer, outcome, clock } = this.#plan;
    this.#headSent = true;
    this.#isWhole = true;
    outcome.status = this.#status;
    outcome.answeredAt = clock.monotonic();
    if (answer.destroyed) return;
    outcome.sentBytes += body.length;
    this.#addOwnHeaders(returned);
    sendWhole(answer, this.#plan, { status: this.#status, headers: returned, body });
  }

  #sendHead(length?: number): void {
    const { answer, outcome, clock, acceptEncoding, method } = this.#plan;
    this.#headSent = true;
    outcome.status = this.#status;
    outcome.answeredAt = clock.monotonic();
    if (answer.destroyed || this.#headers === undefined) return;
    const { returned, contentLength } = this.#headers;
    const known = length ?? (this.#rewriter === undefined ? contentLength : undefined);
    if (known !== undefined) returned.push("Content-Length", String(known));
    this.#addOwnHeaders(returned);
    const { headers, coding } = encodedHead(acceptEncoding, this.#status, returned);
    answer.writeHead(this.#status, headers);
    if (coding !== undefined && method !== "HEAD") this.#sink = compressing(coding, answer);
  }

  #addOwnHeaders(headers: string[]): void {
    const { outcome } = this.#plan;
    const { limits } = outcome.client;
    headers.push("Server-Timing", serverTiming(outcome));
    if (limits !== undefined) headers.push(...rateLimitHeaders(limits).flat());
  }

  #write(bytes: Uint8Array): void {
    const { answer, outcome } = this.#plan;
    if (answer.destroyed) return;
    outcome.sentBytes += bytes.length;
    if (this.#sink.write(bytes)) return;
    this.#relay?.pause();
    if (this.#onDrain !== undefined) return;
    this.#onDrain = () => this.#relay?.resume();
    this.#sink.on("drain", this.#onDrain);
  }
}
