import { ResourceRejected } from "../errors.ts";
import { arn, type ResourceRequest, type ResourceType } from "../resource-type.ts";
import { isObject } from "../template.ts";
import { functionByName } from "./lambda-function.ts";
import { allows } from "./policies.ts";
import { queueByArn } from "./queue.ts";
import { roleByArn } from "./role.ts";

/** Mapping of an SQS queue. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html */
export const eventSourceMapping: ResourceType = {
  type: "AWS::Lambda::EventSourceMapping",
  identify(request) {
    const { account, region, properties } = request;
    const id = `00000000-0000-0000-0000-${account.newId(12).toLowerCase()}`;
    const called = functionByName(account, region, String(properties.FunctionName));
    return {
      id,
      attributes: { Id: id, EventSourceMappingArn: arn(request, "lambda", `event-source-mapping:${id}`) },
      uniqueKey: `${called?.id} ${properties.EventSourceArn}`,
    };
  },
  check(request) {
    const { account, region, properties } = request;
    const { FunctionName, EventSourceArn } = properties;
    const [called, queue] = [
      functionByName(account, region, String(FunctionName)),
      queueByArn(account, region, String(EventSourceArn)),
    ];
    if (called === undefined) throw new ResourceRejected(`Function not found: ${FunctionName}`);
    if (queue === undefined) throw new ResourceRejected(`The queue ${EventSourceArn} does not exist`);
    const [visibility, timeout] = [queue.properties.VisibilityTimeout ?? 30, called.properties.Timeout ?? 3];
    if (Number(visibility) < Number(timeout))
      throw new ResourceRejected(
        `Queue visibility timeout: ${visibility} seconds is less than Function timeout: ${timeout} seconds`,
      );
    const role = roleByArn(account, String(called.properties.Role));
    const missing = ["ReceiveMessage", "DeleteMessage", "GetQueueAttributes"].find(
      (action) => role === undefined || !allows(role, `sqs:${action}`, String(EventSourceArn)),
    );
    if (missing !== undefined)
      throw new ResourceRejected(`The provided execution role does not have permissions to call ${missing} on SQS`);
    checkNumbers(request);
  },
};

function checkNumbers({ properties }: ResourceRequest): void {
  const { BatchSize = 10, MaximumBatchingWindowInSeconds = 0, ScalingConfig } = properties;
  if (Number(BatchSize) > 10 && Number(MaximumBatchingWindowInSeconds) < 1)
    throw new ResourceRejected(
      "Maximum batch window in seconds must be greater than 0 if maximum batch size is greater than 10",
    );
  const { MaximumConcurrency } = isObject(ScalingConfig) ? ScalingConfig : {};
  if (MaximumConcurrency !== undefined && (Number(MaximumConcurrency) < 2 || Number(MaximumConcurrency) > 1000))
    throw new ResourceRejected("MaximumConcurrency must be from 2 to 1000");
}
