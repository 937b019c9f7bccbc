import type { CloudFormation } from "./cloudformation.ts";

/** Returns the name of the stack with the alarms of CloudFront, whose metrics are only in us-east-1. */
export function edgeAlarmsStackOf(stack: string, region: string): string {
  return `${stack}-${region}-edge-alarms`;
}

/** Returns the template of the alarms of a distribution. Their topic must be in us-east-1, too. */
export function edgeAlarmsTemplate(distributionId: string, topicArn: string) {
  const metric = (Id: string, MetricName: string, Stat: "Sum" | "Average") => ({
    Id,
    ReturnData: false,
    MetricStat: {
      Metric: {
        Namespace: "AWS/CloudFront",
        MetricName,
        Dimensions: [
          { Name: "DistributionId", Value: distributionId },
          { Name: "Region", Value: "Global" },
        ],
      },
      Stat,
      Period: 300,
    },
  });
  const always = {
    ComparisonOperator: "GreaterThanThreshold",
    TreatMissingData: "notBreaching",
    AlarmActions: [topicArn],
  };
  return {
    AWSTemplateFormatVersion: "2010-09-09",
    Description: "Latchkey: alarms of CloudFront and of the function that restores the names of challenges",
    Resources: {
      EdgeFunctionAlarm: {
        Type: "AWS::CloudWatch::Alarm",
        Properties: {
          AlarmDescription: "CloudFront couldn't run the function that restores the names of challenges.",
          Metrics: [
            { Id: "all", Expression: "SUM(METRICS())", Label: "Failed calls of the function" },
            metric("errors", "LambdaExecutionError", "Sum"),
            metric("invalid", "LambdaValidationError", "Sum"),
            metric("limited", "LambdaLimitExceededError", "Sum"),
          ],
          EvaluationPeriods: 1,
          Threshold: 0,
          ...always,
        },
      },
      // FileMaker Server answers an empty find with 500, so many calls can end with 5xx while everything works.
      EdgeFailureRateAlarm: {
        Type: "AWS::CloudWatch::Alarm",
        Properties: {
          AlarmDescription:
            "More than half of at least 20 responses of CloudFront had a 5xx status, in each of two periods of five minutes.",
          Metrics: [
            { Id: "busy", Expression: "IF(requests >= 20, rate, 0)", Label: "Percentage of 5xx responses" },
            metric("rate", "5xxErrorRate", "Average"),
            metric("requests", "Requests", "Sum"),
          ],
          EvaluationPeriods: 2,
          Threshold: 50,
          ...always,
        },
      },
    },
  };
}

interface EdgeAlarmsOptions {
  readonly formation: Pick<CloudFormation, "stack">;
  /** CloudFormation in us-east-1. */
  readonly edgeFormation: Pick<CloudFormation, "put" | "delete">;
  readonly stack: string;
  readonly region: string;
  /** Topic in us-east-1. Undefined: no alarms. */
  readonly topicArn: string | undefined;
}

/** Creates, updates or deletes the alarms of the deployed stack's distribution. */
export async function putEdgeAlarms(options: EdgeAlarmsOptions): Promise<void> {
  const { formation, edgeFormation, stack, region, topicArn } = options;
  const name = edgeAlarmsStackOf(stack, region);
  if (topicArn === undefined) {
    await edgeFormation.delete(name);
    return;
  }
  const distributionId = (await formation.stack(stack))?.outputs.get("DistributionId");
  if (distributionId === undefined) throw new Error(`The stack ${stack} has no distribution.`);
  await edgeFormation.put(name, edgeAlarmsTemplate(distributionId, topicArn));
}
