import { gunzipSync } from "node:zlib";
import middy from "@middy/core";
import type { CloudWatchLogsDecodedData, CloudWatchLogsEvent, Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { sqsConsumer } from "#shared/aws/sqs/consumer.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import { readAwsSettings } from "../settings/aws.ts";
import type { Work, Worker } from "../worker.ts";
import { type LambdaPlatform, lambdaPlatform } from "./platform.ts";

/** Event of a queue, of a log subscription, or of a schedule, which names the worker to run. */
export type WorkEvent = Partial<SQSEvent> & Partial<CloudWatchLogsEvent> & { readonly sweep?: string };

type OnWork = (
  event: WorkEvent,
  context: Pick<Context, "getRemainingTimeInMillis">,
) => Promise<SQSBatchResponse | undefined>;

/** Workers of a function by name, each loaded by the first event for it. */
interface Workers {
  readonly workers: Readonly<Record<string, () => Promise<{ readonly worker: Worker }>>>;
  /** Worker that handles messages of the function's queue. */
  readonly messages: string;
  /** Worker that handles log lines. */
  readonly lines?: string;
}

/** Milliseconds before the Lambda timeout at which work is asked to stop. */
const stopMs = 30_000;

/** Lambda entry point of work that no caller waits for. */
export function onWork(workers: Workers): OnWork {
  return workOn(workers, lambdaPlatform(readAwsSettings()));
}

/** Does work on an open platform. Lambda retries after an error, except after a failed sweep, which is due again in a minute. */
export function workOn({ workers, messages, lines }: Workers, { common, open }: LambdaPlatform): OnWork {
  const { log, background } = common;
  const built = new Map<string, Promise<Work>>();
  const workOf = (name: string | undefined): Promise<Work> => {
    const load = workers[name ?? ""];
    if (name === undefined || load === undefined) throw new Error(`No worker of this function is named ${name}`);
    const known =
      built.get(name) ?? load().then(async ({ worker }) => worker.wiring((await open(worker.needs.parts)) as never));
    built.set(name, known);
    // After a failure, the next event loads it again.
    known.catch(() => built.delete(name));
    return known;
  };

  const handler: OnWork = async ({ Records, awslogs, sweep }, context) => {
    if (Records !== undefined) {
      const { consume } = await workOf(messages);
      if (consume === undefined) throw new Error(`The worker ${messages} takes no messages`);
      const stopping = AbortSignal.timeout(Math.max(0, context.getRemainingTimeInMillis() - stopMs));
      const feed = sqsConsumer({
        handle: async (delivery) => void (await consume(delivery, stopping)),
        failed: (error, { id, receiveCount }) =>
          log.error({ event: "message_failed", message: id, receiveCount, reason: reasonOf(error) }),
      });
      return feed({ Records });
    }
    if (awslogs !== undefined) {
      const { collect } = await workOf(lines);
      if (collect === undefined) throw new Error(`The worker ${lines} takes no log lines`);
      await collect(linesIn(awslogs.data));
      return undefined;
    }
    const due = await workOf(sweep);
    // An alarm counts the log lines.
    await due.sweep().catch((error: unknown) => log.error({ event: "sweep_failed", sweep, reason: reasonOf(error) }));
    return undefined;
  };
  // The instance is frozen after the response, so background tasks finish first.
  const settle = () => background.settle();
  return middy({ timeoutEarlyInMillis: 0 })
    .use({ after: settle, onError: settle })
    .handler(handler as never) as never;
}

/** Returns the log lines of an event. CloudWatch's control messages have none. */
function linesIn(data: string): readonly string[] {
  const decoded = gunzipSync(Buffer.from(data, "base64")).toString("utf8");
  const { messageType, logEvents } = JSON.parse(decoded) as CloudWatchLogsDecodedData;
  return messageType === "DATA_MESSAGE" ? logEvents.map(({ message }) => message) : [];
}
