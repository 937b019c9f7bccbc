import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { scheduler } from "#shared/aws/scheduler.ts";
import { given, type OpenerContext } from "./openers.ts";

/** Schedules that send into the stack's queue of work. */
export function schedulesOnScheduler({ settings }: OpenerContext) {
  return scheduler({
    client: new SchedulerClient(clientSettings()),
    groupName: given(settings, "SCHEDULE_GROUP"),
    roleArn: given(settings, "SCHEDULE_ROLE_ARN"),
    queueArn: given(settings, "JOBS_QUEUE_ARN"),
    deadLetterArn: given(settings, "DEAD_JOBS_QUEUE_ARN"),
  });
}
