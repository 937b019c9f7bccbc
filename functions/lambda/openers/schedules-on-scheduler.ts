import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { scheduler } from "#shared/aws/scheduler.ts";
import { given, type OpenerContext } from "./opener-context.ts";

/** Opens schedules that send to the stack's job queue. */
export function schedulesOnScheduler({ settings }: OpenerContext) {
  return scheduler({
    ...placeOfSchedules(settings),
    queueArn: given(settings, "JOBS_QUEUE_ARN"),
    deadLetterArn: given(settings, "DEAD_JOBS_QUEUE_ARN"),
  });
}

/** Opens schedules that send to the stack's delivery queue. */
export function deliverySchedulesOnScheduler({ settings }: OpenerContext) {
  return scheduler({
    ...placeOfSchedules(settings),
    queueArn: given(settings, "DELIVERIES_QUEUE_ARN"),
    deadLetterArn: given(settings, "DEAD_DELIVERIES_QUEUE_ARN"),
  });
}

function placeOfSchedules(settings: OpenerContext["settings"]) {
  return {
    client: new SchedulerClient(clientSettings()),
    groupName: given(settings, "SCHEDULE_GROUP"),
    roleArn: given(settings, "SCHEDULE_ROLE_ARN"),
  };
}
