import { Writable } from "node:stream";
import type { AnswerStream } from "../../shared/proxy/proxy-call.ts";

/** What stands before the bytes of a streamed answer: API Gateway makes the head from it. */
type AnswerMetadata = Record<"statusCode" | "headers" | "multiValueHeaders", unknown>;

/** A streamed answer on Lambda: the head goes into the metadata, the body into the runtime's stream, with its backpressure. */
export class LambdaAnswer extends Writable implements AnswerStream {
  readonly #stream: Writable;
  #metadata: AnswerMetadata | undefined;
  #body: Writable | undefined;

  constructor(stream: Writable) {
    super({ decodeStrings: true });
    this.#stream = stream;
    // The runtime ends its stream when the client has left.
    stream.on("close", () => this.destroy());
    stream.on("error", (error: Error) => this.destroy(error));
    this.on("error", () => undefined); // Told to whoever writes; without a listener Node would end the process.
  }

  writeHead(status: number, raw: string[]): this {
    this.#metadata = metadataOf(status, raw);
    return this;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const body = this.#opened();
    if (body.write(chunk)) done();
    else body.once("drain", () => done());
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#opened().end(() => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // A broken answer must not look like a whole one: the runtime's stream is torn down, not ended.
    if (!this.writableFinished) this.#stream.destroy(error ?? undefined);
    done(error);
  }

  /** The runtime's stream, its head sent with the first byte or at the end of an empty answer. */
  #opened(): Writable {
    if (this.#metadata === undefined) throw new Error("An answer needs its head before its body");
    this.#body ??= awslambda.HttpResponseStream.from(this.#stream, this.#metadata);
    return this.#body;
  }
}

function metadataOf(statusCode: number, raw: readonly string[]): AnswerMetadata {
  const byName = new Map<string, { readonly name: string; readonly values: string[] }>();
  for (let place = 0; place < raw.length; place += 2) {
    const name = raw[place] as string;
    const entry = byName.get(name.toLowerCase()) ?? { name, values: [] };
    entry.values.push(raw[place + 1] as string);
    byName.set(name.toLowerCase(), entry);
  }
  const headers: Record<string, string> = {};
  const multiValueHeaders: Record<string, readonly string[]> = {};
  for (const { name, values } of byName.values()) {
    if (values.length === 1) headers[name] = values[0] as string;
    else multiValueHeaders[name] = values;
  }
  return { statusCode, headers, multiValueHeaders };
}
