import { arn, generatedName, type ResourceType } from "../resource-type.ts";

export const scheduleGroup: ResourceType = {
  type: "AWS::Scheduler::ScheduleGroup",
  identify(request) {
    const name = String(request.properties.Name ?? generatedName(request, 64));
    const time = new Date(request.account.now()).toISOString();
    const attributes = {
      Arn: arn(request, "scheduler", `schedule-group/${name}`),
      State: "ACTIVE",
      CreationDate: time,
      LastModificationDate: time,
    };
    return { id: name, attributes, uniqueKey: name };
  },
};
