import * as z from "zod";
import { Refusal } from "../aws/service.ts";

/** Recorded call. */
export interface Call {
  readonly method: string;
  readonly name: string;
  /** From the query. */
  readonly group: string | null;
  readonly input: unknown;
}

/** One-time schedule of EventBridge Scheduler that sends to a queue. */
export interface Schedule {
  readonly group: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly queueArn: string;
  readonly deadLetterArn: string | undefined;
  readonly body: string;
  readonly token: string | undefined;
}

/** @throws Refusal for a schedule that EventBridge Scheduler would reject, or that wouldn't delete itself */
export function scheduleIn(input: unknown, groups: readonly string[]): Schedule {
  const { success, data } = Input.safeParse(input);
  if (!success) throw new Refusal("ValidationException");
  if (!groups.includes(data.GroupName)) throw new Refusal("ResourceNotFoundException", 404);
  const { Target, ScheduleExpression, ClientToken } = data;
  return {
    group: data.GroupName,
    at: Date.parse(`${ScheduleExpression.slice("at(".length, -1)}Z`),
    queueArn: Target.Arn,
    deadLetterArn: Target.DeadLetterConfig?.Arn,
    body: Target.Input,
    token: ClientToken,
  };
}

const QueueArn = z.string().regex(/^arn:aws:sqs:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]{1,80}$/);

const Input = z.strictObject({
  GroupName: z.string(),
  ScheduleExpression: z.string().regex(/^at\(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\)$/),
  ScheduleExpressionTimezone: z.literal("UTC"),
  FlexibleTimeWindow: z.strictObject({ Mode: z.literal("OFF") }),
  ActionAfterCompletion: z.literal("DELETE"),
  State: z.literal("ENABLED").optional(),
  Target: z.strictObject({
    Arn: QueueArn,
    RoleArn: z.string().regex(/^arn:aws:iam::\d{12}:role\/[\w+=,.@/-]+$/),
    Input: z
      .string()
      .min(1)
      .max(256 * 1024),
    DeadLetterConfig: z.strictObject({ Arn: QueueArn }).optional(),
    RetryPolicy: z
      .strictObject({
        MaximumEventAgeInSeconds: z.int().min(60).max(86_400),
        MaximumRetryAttempts: z.int().min(0).max(185),
      })
      .optional(),
  }),
  ClientToken: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .optional(),
});
