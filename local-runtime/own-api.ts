import { Readable, Writable } from "node:stream";
import { jsonOrNothing } from "#shared/http/json-or-nothing.ts";
import { type OwnApi, type OwnApiCall, OwnApiUnavailable } from "#shared/http/own-api.ts";
import type { AnswerStream, Handler } from "#shared/ports/http-call.ts";
import type { Router } from "./http/router.ts";

/** Functions for calls that the service makes to itself: the same handlers as in the gateway. */
export interface OwnFunctions {
  readonly router: Router;
  readonly handlers: ReadonlyMap<string, Handler>;
}

/** Calls the management API in this process: the same handlers as in the gateway, without a connection. */
export function ownApi(functions: () => OwnFunctions, prefix: string, requestId: () => string): OwnApi {
  return {
    async call(call) {
      const { router, handlers } = functions();
      const path = `/${prefix}${call.target}`.replace(/\?.*$/s, "");
      const match = router.find(call.method, path);
      const handler = match && handlers.get(match.route.function);
      if (handler === undefined) throw new TypeError(`No function serves ${call.method} ${path}`);
      const answer = new CollectedAnswer();
      const done = handler({
        requestId: requestId(),
        method: call.method,
        target: call.target,
        ...bodyOf(call),
        answer,
        address: call.address,
        fromTrustedProxy: false,
        // Its caller was already admitted.
        isFromThisMachine: () => true,
        prefix,
      });
      return within(
        call.timeoutMs,
        done.then(() => answer.result()),
      );
    },
  };
}

function bodyOf({ json, authorization, userAgent }: OwnApiCall) {
  const headers = ["Authorization", authorization, "User-Agent", userAgent];
  if (json === undefined) return { headers, body: Readable.from([]) };
  const bytes = Buffer.from(JSON.stringify(json));
  headers.push("Content-Type", "application/json", "Content-Length", String(bytes.length));
  return { headers, body: Readable.from([bytes]) };
}

async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new OwnApiUnavailable("No response in time")), milliseconds);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** Buffered answer in memory. */
class CollectedAnswer extends Writable implements AnswerStream {
  readonly #chunks: Buffer[] = [];
  #status = 0;

  constructor() {
    super({ decodeStrings: true });
    this.on("error", () => undefined); // The writer is notified; without a listener, Node would end the process.
  }

  writeHead(status: number): this {
    this.#status = status;
    return this;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  result() {
    if (this.#status === 0) throw new OwnApiUnavailable("The response was interrupted");
    return { status: this.#status, body: jsonOrNothing(Buffer.concat(this.#chunks)) };
  }
}
