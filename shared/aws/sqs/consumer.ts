import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import type { ReceivedMessage } from "#shared/ports/queue.ts";
import { decodeBody } from "./body.ts";

export interface SqsConsumerOptions {
  /** Resolves when the message is done. Rejects to have it delivered again. */
  readonly handle: (delivery: ReceivedMessage) => Promise<void>;
  readonly failed: (error: unknown, delivery: ReceivedMessage) => void;
}

/** Creates a Lambda handler for SQS with ReportBatchItemFailures: a failed message doesn't affect the others in its batch. */
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
