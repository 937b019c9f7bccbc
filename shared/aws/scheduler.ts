import { createHash } from "node:crypto";
import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  type SchedulerClient,
  UpdateScheduleCommand,
} from "@aws-sdk/client-scheduler";
import { checkSchedule, checkScheduleName } from "#shared/ports/limits/schedule-limits.ts";
import type { Schedule, Schedules } from "#shared/ports/schedules.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import { encodeBody } from "./sqs/body.ts";
import { translatedError } from "./translated-error.ts";

export interface SchedulerOptions {
  readonly client: Pick<SchedulerClient, "send">;
  readonly groupName: string;
  /** Role that EventBridge Scheduler assumes to send to the queue. */
  readonly roleArn: string;
  readonly queueArn: string;
  /** Queue for messages that couldn't be sent. */
  readonly deadLetterArn: string;
}

/** Implements the Schedules port on EventBridge Scheduler: one schedule each, which deletes itself when its message is sent. */
export function scheduler({ client, groupName, ...target }: SchedulerOptions): Schedules {
  const scheduleId = (name: string) => ({ GroupName: groupName, Name: name });

  /** Updates a schedule. Returns false if it doesn't exist. */
  const update = async (input: CreateScheduleCommandInput): Promise<boolean> =>
    (await unless("ResourceNotFoundException", client.send(new UpdateScheduleCommand(input)))) !== undefined;

  return {
    async put(schedule) {
      checkSchedule(schedule);
      const input = { ...scheduleId(schedule.name), ...contentOf(schedule, target) };
      for (let tries = 1; tries <= maxTries; tries += 1) {
        const made = await unless("ConflictException", client.send(new CreateScheduleCommand(input)));
        // Another one of its name exists, or has just expired.
        if (made !== undefined || (await update(input))) return;
      }
      throw new StoreUnavailable("EventBridge Scheduler reported both that this schedule exists and that it doesn't");
    },

    async remove(name) {
      checkScheduleName(name);
      await unless("ResourceNotFoundException", client.send(new DeleteScheduleCommand(scheduleId(name))));
    },
  };
}

const maxTries = 3;
/** Maximum time of retries. Those who need the message notice its absence earlier, and send another one. */
const retrySeconds = 3_600;
const maxRetries = 60;

/** Returns the whole content of a schedule: an update replaces everything. */
function contentOf(
  { name, at, body }: Schedule,
  { roleArn, queueArn, deadLetterArn }: Omit<SchedulerOptions, "client" | "groupName">,
) {
  return {
    ScheduleExpression: `at(${momentOf(at)})`,
    ScheduleExpressionTimezone: "UTC",
    FlexibleTimeWindow: { Mode: "OFF" },
    ActionAfterCompletion: "DELETE",
    State: "ENABLED",
    Target: {
      Arn: queueArn,
      RoleArn: roleArn,
      Input: encodeBody(body),
      DeadLetterConfig: { Arn: deadLetterArn },
      RetryPolicy: { MaximumEventAgeInSeconds: retrySeconds, MaximumRetryAttempts: maxRetries },
    },
    // The same for the same content, so that a repeated call whose response was lost has no second effect.
    ClientToken: createHash("sha256")
      .update(JSON.stringify([name, at, body]))
      .digest("hex"),
  } as const;
}

/** Formats a time in whole seconds, never early. */
function momentOf(at: number): string {
  return new Date(Math.ceil(at / 1000) * 1000).toISOString().slice(0, "2026-11-20T09:15:02".length);
}

/** Returns the response. Undefined if the call failed with this error. */
async function unless<Answer>(refusal: string, call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Error && error.name === refusal) return undefined;
    throw translatedError("EventBridge Scheduler", error, () => undefined);
  }
}
