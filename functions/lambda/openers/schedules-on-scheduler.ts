import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { scheduler } from "#shared/aws/scheduler.ts";
import { given, type OpenerContext } from "./openers.ts";

/** Schedules that send into the stack's queue of work. */
export function schedulesOnScheduler({ settings }: OpenerContext) {
  return scheduler({
    ...placeOfSchedules(settings),
    queueArn: given(settings, "JOBS_QUEUE_ARN"),
    deadLetterArn: given(settings, "DEAD_JOBS_QUEUE_ARN"),
  });
}

/** Schedules that send into the stack's queue of deliveries. */
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
