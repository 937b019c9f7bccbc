import { Writable } from "node:stream";
import type { AnswerStream } from "#shared/ports/http-call.ts";
import { maxStreamedBytes } from "#shared/ports/limits/answer-limits.ts";
import { type AnswerMetadata, metadataOf } from "./answer-metadata.ts";

/** Streamed answer on Lambda: the head goes into the metadata, the body into the runtime's stream with backpressure. */
export class LambdaAnswer extends Writable implements AnswerStream {
  readonly maxBytes = maxStreamedBytes;
  readonly #stream: Writable;
  #sentBytes = 0;
  readonly #isToHead: boolean;
  #metadata: AnswerMetadata | undefined;
  #body: Writable | undefined;
  #isAbandoned = false;

  constructor(stream: Writable, method: string) {
    super({ decodeStrings: true });
    this.#stream = stream;
    this.#isToHead = method === "HEAD";
    // The runtime closes its stream when the client disconnects.
    const abandoned = (error?: Error) => {
      this.#isAbandoned ||= !this.writableFinished;
      this.destroy(error);
    };
    stream.on("close", () => abandoned());
    stream.on("error", abandoned);
    this.on("error", () => undefined); // The writer is notified; without a listener, Node would end the process.
  }

  /** True if the answer ended early for a reason other than a client disconnect. */
  get brokeOff(): boolean {
    return this.destroyed && !this.writableFinished && !this.#isAbandoned;
  }

  writeHead(status: number, raw: string[]): this {
    this.#metadata = metadataOf(status, raw);
    return this;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#sentBytes += chunk.length;
    // Lambda would cut it without an error. An answer of unknown length must not look complete.
    if (!this.#isToHead && this.#sentBytes > this.maxBytes) {
      done(new Error(`The response exceeds Lambda's limit of ${this.maxBytes} bytes`));
      return;
    }
    const body = this.#opened();
    // HEAD gets no body, no matter what is written; Node's own server drops it as well.
    if (body.write(this.#isToHead ? "" : chunk)) done();
    else body.once("drain", () => done());
  }

  override _final(done: (error?: Error | null) => void): void {
    const isEmpty = this.#body === undefined;
    const body = this.#opened();
    // The runtime sends the head with the first write, and no head without a write.
    if (isEmpty) body.write("");
    body.end(() => done());
  }

  /** Returns the runtime's stream, which sends the head with the first byte. */
  #opened(): Writable {
    if (this.#metadata === undefined) throw new Error("The head of a response must be written before its body");
    this.#body ??= awslambda.HttpResponseStream.from(this.#stream, this.#metadata);
    return this.#body;
  }
}
