import { ResourceRejected } from "../errors.ts";
import { arn, generatedName, type ResourceType } from "../resource-type.ts";

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html */
const maxTargets = 5;

export const rule: ResourceType = {
  type: "AWS::Events::Rule",
  identify(request) {
    const name = String(request.properties.Name ?? generatedName(request, 64));
    return { id: name, attributes: { Arn: arn(request, "events", `rule/${name}`), RuleName: name }, uniqueKey: name };
  },
  check({ properties: { ScheduleExpression, Targets } }) {
    if (ScheduleExpression !== undefined) checkExpression(String(ScheduleExpression));
    if (Array.isArray(Targets) && Targets.length > maxTargets)
      throw new ResourceRejected("The requested resource exceeds the maximum number allowed.");
  },
};

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html: the unit is singular after 1. */
function checkExpression(expression: string): void {
  const isRate = /^rate\((?:1 (?:minute|hour|day)|(?!1 )[1-9]\d* (?:minutes|hours|days))\)$/.test(expression);
  if (!isRate && !/^cron\((?:\S+ ){5}\S+\)$/.test(expression))
    throw new ResourceRejected("Parameter ScheduleExpression is not valid.");
}
