import { Writable } from "node:stream";
import type { AnswerStream } from "#shared/ports/http-call.ts";
import { type AnswerMetadata, metadataOf } from "./answer-metadata.ts";

/** A streamed answer on Lambda: the head goes into the metadata, the body into the runtime's stream, with its backpressure. */
export class LambdaAnswer extends Writable implements AnswerStream {
  readonly #stream: Writable;
  readonly #isToHead: boolean;
  #metadata: AnswerMetadata | undefined;
  #body: Writable | undefined;
  #isAbandoned = false;

  constructor(stream: Writable, method: string) {
    super({ decodeStrings: true });
    this.#stream = stream;
    this.#isToHead = method === "HEAD";
    // The runtime closes its stream when the client has gone.
    const abandoned = (error?: Error) => {
      this.#isAbandoned ||= !this.writableFinished;
      this.destroy(error);
    };
    stream.on("close", () => abandoned());
    stream.on("error", abandoned);
    this.on("error", () => undefined); // The writer is notified; without a listener Node would end the process.
  }

  /** Whether it ended before it was whole, and not because its reader has gone. */
  get brokeOff(): boolean {
    return this.destroyed && !this.writableFinished && !this.#isAbandoned;
  }

  writeHead(status: number, raw: string[]): this {
    this.#metadata = metadataOf(status, raw);
    return this;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const body = this.#opened();
    // A HEAD is answered without a body (R4.5), whatever is written; Node's own server drops it as well.
    if (body.write(this.#isToHead ? "" : chunk)) done();
    else body.once("drain", () => done());
  }

  override _final(done: (error?: Error | null) => void): void {
    const isEmpty = this.#body === undefined;
    const body = this.#opened();
    // The runtime sends the head in front of the first write, and none where nothing is written.
    if (isEmpty) body.write("");
    body.end(() => done());
  }

  /** The runtime's stream, which sends the head with the first byte. */
  #opened(): Writable {
    if (this.#metadata === undefined) throw new Error("An answer needs its head before its body");
    this.#body ??= awslambda.HttpResponseStream.from(this.#stream, this.#metadata);
    return this.#body;
  }
}
