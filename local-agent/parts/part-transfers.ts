import { Readable } from "node:stream";
import type { FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import type { PartSource, SentPart } from "#shared/agent/protocol/commands/part-commands.ts";
import type { Clock } from "../clock.ts";
import type { TransferTarget } from "../commands/one-time-call.ts";
import { sendBytes } from "../commands/send-bytes.ts";

/** Milliseconds without a request after which no further part is sent. */
const forgottenMs = 120_000;
/** Maximum number of attempts to send a part, and the pause between them in milliseconds. */
const maxTries = 3;
const pauseMs = 1_000;

/** Content that can be read in parts. */
export interface PartReader {
  /** Yields exactly these bytes. @throws Refused if the content changed */
  read(source: PartSource, offset: number, sizeBytes: number): AsyncIterable<Uint8Array>;
  /** Runs when all parts of a source have been sent up to this offset. */
  sent(source: PartSource, endOffset: number): void;
}

interface Transfer {
  readonly source: PartSource;
  /** Parts to send, in order. */
  readonly waiting: Map<number, SentPart>;
  readonly sent: Set<number>;
  askedAt: number;
  /** Ends when nothing is waiting, or with the error of a part. */
  running: Promise<void> | undefined;
  /** Wakes callers after each part. */
  changed: PromiseWithResolvers<void>;
}

interface PartTransfersOptions {
  readonly reader: PartReader;
  readonly clock: Clock;
  readonly transferTarget: TransferTarget;
}

/** Transfers in parts. Each runs in the background, however often it is asked for. */
export interface PartTransfers {
  send(fields: FieldsOf<"parts.send">): Promise<ReplyOf<"parts.send">>;
}

export function partTransfers({ reader, clock, transferTarget }: PartTransfersOptions): PartTransfers {
  const transfers = new Map<string, Transfer>();

  const forgetOld = (): void => {
    for (const [id, { askedAt, running }] of transfers)
      if (running === undefined && clock.now() - askedAt > forgottenMs) transfers.delete(id);
  };

  const sendPart = async (source: PartSource, { number, offset, sizeBytes, address }: SentPart): Promise<void> => {
    const bytes = Readable.from(reader.read(source, offset, sizeBytes), { objectMode: false });
    await sendBytes(bytes, sizeBytes, { address, id: String(number) }, transferTarget);
  };

  /** Sends the waiting parts one after another, as long as someone asks. */
  const run = async (transfer: Transfer): Promise<void> => {
    const { source, waiting, sent } = transfer;
    for (let tries = 1; ; ) {
      const part = waiting.get(Math.min(...waiting.keys()));
      if (part === undefined || clock.now() - transfer.askedAt > forgottenMs) return;
      try {
        await sendPart(source, part);
      } catch (thrown) {
        if (!isPassing(thrown) || tries === maxTries) throw thrown;
        tries += 1;
        await clock.sleep(pauseMs);
        continue;
      }
      tries = 1;
      waiting.delete(part.number);
      sent.add(part.number);
      reader.sent(source, part.offset + part.sizeBytes);
      transfer.changed.resolve();
      transfer.changed = Promise.withResolvers();
    }
  };

  /** Makes sure that a transfer runs. Its error is thrown to the caller that asks then. */
  const running = (id: string, transfer: Transfer): Promise<void> => {
    transfer.running ??= run(transfer).then(
      () => {
        transfer.running = undefined;
      },
      (thrown: unknown) => {
        transfers.delete(id);
        throw thrown;
      },
    );
    transfer.running.catch(() => undefined); // A caller that waits gets it; without one, the next call starts again.
    return transfer.running;
  };

  return {
    async send({ transfer: id, source, parts, waitMs }) {
      forgetOld();
      const transfer: Transfer = transfers.get(id) ?? {
        ...{ source, waiting: new Map(), sent: new Set(), askedAt: 0, running: undefined },
        changed: Promise.withResolvers(),
      };
      transfers.set(id, transfer);
      transfer.askedAt = clock.now();
      // Newer addresses replace older ones that may have expired.
      for (const part of parts) if (!transfer.sent.has(part.number)) transfer.waiting.set(part.number, part);
      const sent = () => parts.filter(({ number }) => transfer.sent.has(number)).length;
      const run = running(id, transfer);
      const late = new AbortController();
      const over = clock.sleep(waitMs, late.signal).catch(() => undefined); // All parts arrived first.
      let isOver = false;
      void over.then(() => {
        isOver = true;
      });
      try {
        while (!isOver && sent() < parts.length) await Promise.race([run, over, transfer.changed.promise]);
      } finally {
        late.abort();
      }
      return { sent: sent() };
    },
  };
}

/** True for errors that another attempt can avoid: of the connection, or of the store. */
function isPassing(thrown: unknown): boolean {
  return thrown instanceof Error && (!("fault" in thrown) || thrown.fault === "failed");
}
