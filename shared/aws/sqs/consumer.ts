import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import type { ReceivedMessage } from "#shared/ports/queue.ts";
import { decodeBody } from "./body.ts";

export interface SqsConsumerOptions {
  /** Resolves when the message is done. Rejects when it is to be delivered again. */
  readonly handle: (delivery: ReceivedMessage) => Promise<void>;
  readonly failed: (error: unknown, delivery: ReceivedMessage) => void;
}

/** A Lambda that SQS feeds, with ReportBatchItemFailures: one bad message keeps no other one of its batch from being done. */
export function sqsConsumer({ handle, failed }: SqsConsumerOptions): (event: SQSEvent) => Promise<SQSBatchResponse> {
  return async ({ Records }) => {
    const outcomes = await Promise.all(
      Records.map(async ({ messageId, body, receiptHandle, attributes }) => {
        const receiveCount = Number(attributes.ApproximateReceiveCount);
        const delivery = { id: messageId, body: decodeBody(body), receipt: receiptHandle, receiveCount };
        try {
          await handle(delivery);
          return [];
        } catch (error) {
          failed(error, delivery);
          return [{ itemIdentifier: messageId }];
        }
      }),
    );
    return { batchItemFailures: outcomes.flat() };
  };
}
