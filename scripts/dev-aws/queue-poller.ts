import { setTimeout as pause } from "node:timers/promises";
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { traceAttribute } from "./traced-messages.ts";

interface QueuePollerOptions {
  readonly client: Pick<SQSClient, "send">;
  readonly queueUrl: string;
  readonly queueArn: string;
  readonly batchSize: number;
  /** Maximum number of batches at a time. */
  readonly maximumConcurrency: number;
  /** Calls the consumer. Rejects if the whole batch failed, or at the signal. */
  readonly invoke: (event: SQSEvent, signal: AbortSignal) => Promise<SQSBatchResponse | undefined>;
  /** Called for failed batches and for a queue that doesn't answer. */
  readonly onTrouble: (trouble: unknown) => void;
  readonly waitSeconds?: number;
  /** True if Lambda stops the chain of requests with this trace header instead of calling the function. */
  readonly isStopped?: (trace: string | undefined) => boolean;
  /** Queue for messages of stopped chains. Undefined: they are lost. */
  readonly deadLetterUrl?: string | undefined;
}

/**
 * Does what Lambda does for a function with an `sqs` event: reads the queue, calls the function with up to `maximumConcurrency` batches at a
 * time, and deletes the messages that it didn't return as failed.
 */
export function pollQueue(options: QueuePollerOptions): { stop(): Promise<void> } {
  const { client, queueUrl, queueArn, batchSize, maximumConcurrency, invoke, onTrouble, waitSeconds = 20 } = options;
  const { isStopped = () => false, deadLetterUrl } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const underWay = new Set<Promise<void>>();

  async function nextBatch(): Promise<readonly Message[]> {
    const { Messages: messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: Math.min(10, batchSize),
        WaitTimeSeconds: waitSeconds,
        MessageSystemAttributeNames: ["All"],
        MessageAttributeNames: ["All"],
      }),
      { abortSignal: signal },
    );
    return messages;
  }

  async function handle(received: readonly Message[]): Promise<void> {
    const stopped = received.filter((message) => isStopped(traceOf(message)));
    for (const message of stopped) await giveUp(message);
    const messages = received.filter((message) => !stopped.includes(message));
    if (messages.length === 0) return;
    const answer = await invoke({ Records: messages.map((message) => recordOf(message, queueArn)) }, signal);
    const failed = new Set(answer?.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    const done = messages.filter(({ MessageId }) => !failed.has(MessageId ?? ""));
    if (done.length === 0) return;
    // Failed messages become visible again after their visibility timeout.
    const Entries = done.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
  }

  async function giveUp({ Body, MessageAttributes, ReceiptHandle }: Message): Promise<void> {
    onTrouble(new Error("Lambda stopped a function that was invoked 16 times in a chain of requests"));
    if (deadLetterUrl !== undefined)
      await client.send(new SendMessageCommand({ QueueUrl: deadLetterUrl, MessageBody: Body, MessageAttributes }));
    await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries: [{ Id: "0", ReceiptHandle }] }));
  }

  async function poll(): Promise<void> {
    while (!signal.aborted) {
      const messages = await nextBatch();
      if (messages.length === 0) continue;
      const handling = handle(messages)
        .catch((thrown: unknown) => {
          if (!signal.aborted) onTrouble(thrown);
        })
        .finally(() => underWay.delete(handling));
      underWay.add(handling);
      if (underWay.size >= maximumConcurrency) await Promise.race(underWay);
    }
  }

  const polling = (async () => {
    while (!signal.aborted) {
      await poll().catch(async (thrown: unknown) => {
        if (signal.aborted) return;
        onTrouble(thrown);
        await pause(1_000, undefined, { signal }).catch(() => undefined); // Stopped.
      });
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await polling;
      await Promise.all(underWay);
    },
  };
}

function traceOf({ MessageAttributes = {} }: Message): string | undefined {
  return MessageAttributes[traceAttribute]?.StringValue;
}

function recordOf(message: Message, eventSourceARN: string): SQSRecord {
  const { MessageId = "", ReceiptHandle = "", Body = "", MD5OfBody = "", Attributes = {} } = message;
  const { [traceAttribute]: _, ...own } = message.MessageAttributes ?? {};
  const AWSTraceHeader = traceOf(message);
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    md5OfBody: MD5OfBody,
    attributes: {
      ...(Attributes as unknown as SQSRecord["attributes"]),
      ...(AWSTraceHeader !== undefined && { AWSTraceHeader }),
    },
    messageAttributes: Object.fromEntries(
      Object.entries(own).map(([name, { DataType = "String", StringValue }]) => [
        name,
        { dataType: DataType, ...(StringValue !== undefined && { stringValue: StringValue }) },
      ]),
    ),
    eventSource: "aws:sqs",
    eventSourceARN,
    awsRegion: eventSourceARN.split(":")[3] ?? "",
  };
}
