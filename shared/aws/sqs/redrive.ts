import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";
import type { Clock } from "#shared/ports/clock.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import { asPort, type SqsCalls } from "./calls.ts";

export interface RedriveOptions {
  readonly client: Pick<SQSClient, "send">;
  readonly clock: Pick<Clock, "sleep">;
  readonly queue: SqsCalls;
  readonly queueArn: string;
  readonly deadLetters: SqsCalls;
  readonly deadLetterUrl: string;
}

/** Moves all dead letters back. SQS does that itself; if the endpoint can't, each one is sent again and then deleted. */
export async function redrive(options: RedriveOptions): Promise<number> {
  const { client, clock, queueArn, deadLetterUrl } = options;
  const arn = await arnOf(client, deadLetterUrl);
  if (!(await startMoving(client, arn, queueArn))) return moveOneByOne(options);
  for (;;) {
    const { Results: [task] = [] } = await asPort(() =>
      client.send(new ListMessageMoveTasksCommand({ SourceArn: arn, MaxResults: 1 })),
    );
    if (task?.Status === "COMPLETED") return task.ApproximateNumberOfMessagesMoved ?? 0;
    if (task?.Status !== "RUNNING") {
      throw new StoreUnavailable(`SQS couldn't move the dead letters: ${task?.FailureReason ?? task?.Status}`);
    }
    await clock.sleep(pollMs);
  }
}

const pollMs = 1_000;

async function arnOf(client: Pick<SQSClient, "send">, queueUrl: string): Promise<string> {
  const command = new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ["QueueArn"] });
  const { Attributes } = await asPort(() => client.send(command));
  const arn = Attributes?.QueueArn;
  if (arn === undefined) throw new StoreUnavailable("SQS didn't return the dead letter queue's ARN");
  return arn;
}

/** Starts the move. Returns false if the endpoint doesn't support it. */
async function startMoving(client: Pick<SQSClient, "send">, from: string, to: string): Promise<boolean> {
  try {
    // SQS itself returns only messages that it moved there; schedules add those that they couldn't send.
    await client.send(new StartMessageMoveTaskCommand({ SourceArn: from, DestinationArn: to }));
    return true;
  } catch (error) {
    if (error instanceof Error && unsupported.has(error.name)) return false;
    return asPort(() => Promise.reject(error));
  }
}

const unsupported = new Set(["InvalidAction", "UnsupportedOperation", "UnknownOperationException"]);

async function moveOneByOne({ queue, deadLetters }: RedriveOptions): Promise<number> {
  for (let moved = 0; ; ) {
    const messages = await deadLetters.receive({ maxMessages: 10, visibilitySeconds: 60 });
    if (messages.length === 0) return moved;
    for (const { body, receipt } of messages) {
      await queue.send({ body });
      await deadLetters.delete([receipt]);
      moved += 1;
    }
  }
}
