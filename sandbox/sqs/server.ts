import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Refusal, type Service, type ServiceAnswer, startService } from "../aws/service.ts";
import { sandboxClock, type TimeSource } from "../fmserver/clock.ts";
import { type Messages, messages } from "./messages.ts";

/** Queue and its dead-letter queue, under SQS's names. */
export interface QueuePair {
  readonly queueUrl: string;
  readonly queueArn: string;
  readonly deadLetterUrl: string;
  readonly deadLetterArn: string;
}

/** SQS stand-in with a clock that tests can advance. */
export interface SqsServer extends Service {
  /** Creates a queue. A message that is received `maxReceives` times without being deleted becomes a dead letter. */
  makeQueue(name: string, maxReceives: number): QueuePair;
  /** Number of calls that wait for a message. */
  readonly waiting: number;
  /** Wakes waiting receivers after the clock was advanced. */
  tick(): void;
}

interface Queue {
  readonly arn: string;
  readonly content: Messages;
  readonly dead?: { readonly queue: Queue; readonly maxReceives: number };
}

interface Input {
  readonly QueueUrl: string;
  readonly MessageBody: string;
  readonly DelaySeconds?: number;
  readonly MaxNumberOfMessages?: number;
  readonly VisibilityTimeout?: number;
  readonly WaitTimeSeconds?: number;
  readonly ReceiptHandle: string;
  readonly Entries: readonly { readonly Id: string; readonly ReceiptHandle: string }[];
  readonly SourceArn: string;
  readonly DestinationArn: string;
}

type Operation = (input: Input, gone: AbortSignal) => object | Promise<object>;

export async function startSqs(source?: TimeSource): Promise<SqsServer> {
  const clock = sandboxClock(source);
  const queues = new Map<string, Queue>();
  const moved = new Map<string, number>();
  let changed = new AbortController();
  let waiting = 0;
  const closing = new AbortController();

  const change = (): void => {
    changed.abort();
    changed = new AbortController();
  };
  const named = (name: string): Queue => {
    const queue = queues.get(name.split(/[/:]/).at(-1) ?? "");
    if (queue === undefined) throw new Refusal("com.amazonaws.sqs#QueueDoesNotExist");
    return queue;
  };
  const deadLetter = (): void => {
    for (const { content, dead } of queues.values())
      for (const worn of dead === undefined ? [] : content.removeWorn(dead.maxReceives))
        dead?.queue.content.bring(worn);
  };

  const receive: Operation = async (input, left) => {
    const gone = AbortSignal.any([left, closing.signal]);
    const { content } = named(input.QueueUrl);
    const deadline = clock.now() + (input.WaitTimeSeconds ?? 0) * 1000;
    for (;;) {
      deadLetter();
      const taken = gone.aborted ? [] : content.take(input.MaxNumberOfMessages ?? 1, input.VisibilityTimeout ?? 30);
      const nextMs = Math.min(deadline, content.nextAt()) - clock.now();
      if (taken.length > 0 || gone.aborted || clock.now() >= deadline) return { Messages: taken.map(messageOf) };
      waiting += 1;
      await clock.wait(Math.max(1, nextMs), AbortSignal.any([gone, changed.signal]));
      waiting -= 1;
    }
  };

  const operations: Readonly<Record<string, Operation>> = {
    SendMessage({ QueueUrl, MessageBody, DelaySeconds }) {
      const MessageId = named(QueueUrl).content.add(MessageBody, DelaySeconds);
      change();
      return { MessageId, MD5OfMessageBody: md5(MessageBody) };
    },
    ReceiveMessage: receive,
    DeleteMessageBatch({ QueueUrl, Entries }) {
      const { content } = named(QueueUrl);
      const [done, unknown] = [[] as object[], [] as object[]];
      for (const { Id, ReceiptHandle } of Entries) {
        if (content.delete(ReceiptHandle)) done.push({ Id });
        else unknown.push({ Id, SenderFault: true, Code: "ReceiptHandleIsInvalid" });
      }
      return { Successful: done, Failed: unknown };
    },
    ChangeMessageVisibility({ QueueUrl, ReceiptHandle, VisibilityTimeout = 0 }) {
      if (!named(QueueUrl).content.hide(ReceiptHandle, VisibilityTimeout))
        throw new Refusal("com.amazonaws.sqs#ReceiptHandleIsInvalid");
      change();
      return {};
    },
    GetQueueAttributes({ QueueUrl }) {
      return { Attributes: { QueueArn: named(QueueUrl).arn } };
    },
    StartMessageMoveTask({ SourceArn, DestinationArn }) {
      const [from, to] = [named(SourceArn), named(DestinationArn)];
      deadLetter();
      const letters = from.content.removeWorn(0);
      // Each becomes a new message with a receive count of 0.
      for (const { body } of letters) to.content.add(body);
      moved.set(SourceArn, letters.length);
      change();
      return { TaskHandle: "task" };
    },
    ListMessageMoveTasks({ SourceArn }) {
      return { Results: [{ Status: "COMPLETED", ApproximateNumberOfMessagesMoved: moved.get(SourceArn) ?? 0 }] };
    },
  };

  async function answerTo(call: IncomingMessage, text: string, gone: AbortSignal): Promise<ServiceAnswer> {
    const headers = { "content-type": "application/x-amz-json-1.0" };
    try {
      clock.tick();
      const perform = operations[String(call.headers["x-amz-target"]).replace("AmazonSQS.", "")];
      if (perform === undefined) throw new Refusal("UnknownOperationException");
      return { status: 200, headers, body: await perform(JSON.parse(text), gone) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, headers, body: { __type: error.name } };
    }
  }

  const service = await startService(answerTo);
  return {
    ...service,
    get waiting() {
      return waiting;
    },
    tick: clock.tick,
    makeQueue(name, maxReceives) {
      const arn = (own: string) => `arn:aws:sqs:eu-central-1:000000000000:${own}`;
      const url = (own: string) => `${service.origin}/000000000000/${own}`;
      const dead = { arn: arn(`${name}-dead`), content: messages(clock) };
      queues.set(`${name}-dead`, dead);
      queues.set(name, { arn: arn(name), content: messages(clock), dead: { queue: dead, maxReceives } });
      return { queueUrl: url(name), queueArn: arn(name), deadLetterUrl: url(`${name}-dead`), deadLetterArn: dead.arn };
    },
    close() {
      closing.abort();
      clock.close();
      return service.close();
    },
  };
}

function messageOf({ id, body, receipt, receiveCount }: ReturnType<Messages["take"]>[number]) {
  return {
    MessageId: id,
    ReceiptHandle: receipt,
    Body: body,
    MD5OfBody: md5(body),
    Attributes: { ApproximateReceiveCount: String(receiveCount) },
  };
}

function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}
