import { ResourceRejected } from "../errors.ts";
import { arn, generatedName, type ResourceType } from "../resource-type.ts";

export const alarm: ResourceType = {
  type: "AWS::CloudWatch::Alarm",
  identify(request) {
    const name = String(request.properties.AlarmName ?? generatedName(request, 255));
    return { id: name, attributes: { Arn: arn(request, "cloudwatch", `alarm:${name}`) }, uniqueKey: name };
  },
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html
  check({ properties: { MetricName, Metrics, Period = 0, EvaluationPeriods } }) {
    if ((MetricName === undefined) === (Metrics === undefined))
      throw new ResourceRejected("An alarm has either MetricName or Metrics");
    const days = Number(Period) >= 3600 ? 7 : 1;
    if (Number(Period) * Number(EvaluationPeriods) > days * 86_400)
      throw new ResourceRejected(`Metrics cannot be checked across more than ${days} days`);
  },
};
