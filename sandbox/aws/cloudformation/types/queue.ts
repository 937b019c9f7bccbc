import type { Account, CloudResource } from "../account.ts";
import { ResourceRejected } from "../errors.ts";
import { arn, generatedName, type ResourceRequest, type ResourceType } from "../resource-type.ts";
import { isObject } from "../template.ts";

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html */
const ranges = {
  DelaySeconds: [0, 900],
  MaximumMessageSize: [1_024, 1_048_576],
  MessageRetentionPeriod: [60, 1_209_600],
  ReceiveMessageWaitTimeSeconds: [0, 20],
  VisibilityTimeout: [0, 43_200],
} as const;

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_DeleteQueue.html */
const blockedSeconds = 60;

export const queue: ResourceType = {
  type: "AWS::SQS::Queue",
  identify(request) {
    const { account, region, properties } = request;
    const name = String(properties.QueueName ?? generatedName(request, 80));
    const url = `https://sqs.${region}.amazonaws.com/${account.id}/${name}`;
    const attributes = { Arn: arn(request, "sqs", name), QueueName: name, QueueUrl: url };
    return { id: url, attributes, uniqueKey: name };
  },
  check(request, existing) {
    const { account, region, properties } = request;
    for (const [name, [least, most]] of Object.entries(ranges)) {
      const value = properties[name];
      if (value !== undefined && (Number(value) < least || Number(value) > most))
        throw new ResourceRejected(`Invalid value for the parameter ${name}: it must be from ${least} to ${most}`);
    }
    const { RedrivePolicy } = properties;
    if (isObject(RedrivePolicy) && queueByArn(account, region, String(RedrivePolicy.deadLetterTargetArn)) === undefined)
      throw new ResourceRejected(
        "Value for parameter RedrivePolicy is invalid. Reason: Dead letter target does not exist.",
      );
    if (existing === undefined) checkName(request);
  },
  deleted: ({ region, attributes }, account) =>
    void account.blockedNames.set(`sqs ${region} ${attributes.QueueName}`, account.now() + blockedSeconds * 1000),
};

export function queueByArn(account: Account, region: string, wanted: string): CloudResource | undefined {
  return account.resources("AWS::SQS::Queue", region).find(({ attributes }) => attributes.Arn === wanted);
}

function checkName({ account, region, properties: { QueueName } }: ResourceRequest): void {
  if ((account.blockedNames.get(`sqs ${region} ${QueueName}`) ?? 0) > account.now())
    throw new ResourceRejected(
      "You must wait 60 seconds after deleting a queue before you can create another with the same name.",
    );
}
