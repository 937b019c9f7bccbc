import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import type { Message, ReceivedMessage } from "#shared/ports/queue.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import { translatedError } from "../translated-error.ts";
import { decodeBody, encodeBody } from "./body.ts";

/** Calls of one SQS queue, in terms of the port. */
export interface SqsCalls {
  send(message: Message): Promise<void>;
  receive(options: ReceiveOptions): Promise<readonly ReceivedMessage[]>;
  delete(receipts: readonly string[]): Promise<void>;
  hide(receipt: string, seconds: number): Promise<void>;
}

export interface ReceiveOptions {
  readonly maxMessages: number;
  readonly visibilitySeconds: number;
  readonly waitSeconds?: number;
  readonly signal?: AbortSignal;
}

export function sqsCalls(client: Pick<SQSClient, "send">, queueUrl: string): SqsCalls {
  const QueueUrl = queueUrl;
  return {
    async send({ body, delaySeconds, group }) {
      const command = new SendMessageCommand({
        QueueUrl,
        MessageBody: encodeBody(body),
        ...(delaySeconds !== undefined && { DelaySeconds: delaySeconds }),
        // In an unordered queue SQS is fair among groups.
        ...(group !== undefined && { MessageGroupId: group }),
      });
      await asPort(() => client.send(command));
    },
    async receive({ maxMessages, visibilitySeconds, waitSeconds = 0, signal }) {
      const isAborted = (): boolean => signal?.aborted === true;
      if (isAborted()) return [];
      const command = new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: maxMessages,
        VisibilityTimeout: visibilitySeconds,
        WaitTimeSeconds: waitSeconds,
        MessageSystemAttributeNames: ["ApproximateReceiveCount"],
      });
      const requestOptions = {
        requestTimeout: waitSeconds * 1000 + answerMs,
        ...(signal === undefined ? {} : { abortSignal: signal }),
      };
      try {
        const { Messages = [] } = await client.send(command, requestOptions);
        return Messages.map((message) => ({
          id: message.MessageId ?? "",
          body: decodeBody(message.Body ?? ""),
          receipt: message.ReceiptHandle ?? "",
          receiveCount: Number(message.Attributes?.ApproximateReceiveCount ?? 1),
        }));
      } catch (error) {
        // Messages that SQS had already selected for us return after their visibility timeout.
        if (isAborted()) return [];
        throw queueError(error);
      }
    },
    async delete(receipts) {
      for (let first = 0; first < receipts.length; first += batchSize) {
        const entries = receipts.slice(first, first + batchSize);
        const Entries = entries.map((ReceiptHandle, index) => ({ Id: String(index), ReceiptHandle }));
        const answer = await asPort(() => client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries })));
        // A receipt that SQS doesn't know (anymore) has no effect; any other failure means that nothing was done.
        const failed = (answer.Failed ?? []).find(({ SenderFault }) => SenderFault !== true);
        if (failed !== undefined) throw new StoreUnavailable(`SQS did not acknowledge: ${failed.Code}`);
      }
    },
    async hide(receipt, seconds) {
      const input = { QueueUrl, ReceiptHandle: receipt, VisibilityTimeout: seconds };
      try {
        await client.send(new ChangeMessageVisibilityCommand(input));
      } catch (error) {
        if (!isOldReceipt(error)) throw queueError(error);
      }
    },
  };
}

const batchSize = 10;
/** Timeout of calls that don't wait for messages. Milliseconds. */
const answerMs = 3_000;

export async function asPort<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    throw queueError(error);
  }
}

/** Translates an SQS error for the Queue port. */
function queueError(error: unknown): unknown {
  return translatedError("SQS", error, () => undefined);
}

function isOldReceipt(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ["MessageNotInflight", "ReceiptHandleIsInvalid"].includes(error.name) ||
    (error.name === "InvalidParameterValue" && error.message.includes("ReceiptHandle"))
  );
}
