import type { CloudResource } from "../account.ts";
import { ResourceRejected } from "../errors.ts";
import { arn, generatedName, type ResourceRequest, type ResourceType } from "../resource-type.ts";
import { functionByName } from "./lambda-function.ts";
import { mayInvoke } from "./lambda-permission.ts";

/** https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html */
const retentionDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/cloudwatch_limits_cwl.html */
const maxPerGroup = { subscriptions: 2, metricFilters: 100 };

const names = { subscription: "AWS::Logs::SubscriptionFilter", metricFilter: "AWS::Logs::MetricFilter" };

export const logGroup: ResourceType = {
  type: "AWS::Logs::LogGroup",
  identify(request) {
    const name = String(request.properties.LogGroupName ?? generatedName(request, 512));
    return { id: name, attributes: { Arn: arn(request, "logs", `log-group:${name}:*`) }, uniqueKey: name };
  },
  check({ properties: { RetentionInDays } }) {
    if (RetentionInDays !== undefined && !retentionDays.includes(Number(RetentionInDays)))
      throw new ResourceRejected(`RetentionInDays must be one of ${retentionDays.join(", ")}`);
  },
};

export const metricFilter: ResourceType = {
  type: names.metricFilter,
  identify(request) {
    const name = String(request.properties.FilterName ?? generatedName(request, 512));
    return { id: name, uniqueKey: `${request.properties.LogGroupName} ${name}` };
  },
  check(request, existing) {
    groupOf(request);
    checkCount(request, existing, names.metricFilter, maxPerGroup.metricFilters);
  },
};

export const subscriptionFilter: ResourceType = {
  type: names.subscription,
  identify(request) {
    const name = String(request.properties.FilterName ?? generatedName(request, 512));
    return { id: name, uniqueKey: `${request.properties.LogGroupName} ${name}` };
  },
  check(request, existing) {
    const { account, region, properties } = request;
    const group = groupOf(request);
    checkCount(request, existing, names.subscription, maxPerGroup.subscriptions);
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/SubscriptionFilters.html#LambdaFunctionExample
    const called = functionByName(account, region, String(properties.DestinationArn));
    if (called === undefined || !mayInvoke(account, called, "logs.amazonaws.com", String(group.attributes.Arn)))
      throw new ResourceRejected(
        "Could not execute the lambda function. Make sure you have given CloudWatch Logs permission to execute your function.",
      );
  },
};

function groupOf({ account, region, properties: { LogGroupName } }: ResourceRequest): CloudResource {
  const group = account.find("AWS::Logs::LogGroup", region, String(LogGroupName));
  if (group === undefined) throw new ResourceRejected("The specified log group does not exist.");
  return group;
}

function checkCount(
  { account, region, properties }: ResourceRequest,
  existing: CloudResource | undefined,
  type: string,
  max: number,
): void {
  const others = account
    .resources(type, region)
    .filter((other) => other !== existing && other.properties.LogGroupName === properties.LogGroupName);
  if (others.length >= max) throw new ResourceRejected("Resource limit exceeded.");
}
