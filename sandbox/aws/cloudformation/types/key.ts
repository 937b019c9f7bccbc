import { ResourceRejected } from "../errors.ts";
import { arn, type ResourceType } from "../resource-type.ts";
import { statementsIn, texts } from "./policies.ts";

/** Properties that an update can't change: https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-kms-key.html */
const fixed = ["KeySpec", "KeyUsage", "MultiRegion", "Origin"];

export const key: ResourceType = {
  type: "AWS::KMS::Key",
  identify(request) {
    const id = `00000000-0000-0000-0000-${request.account.newId(12).toLowerCase()}`;
    return { id, attributes: { Arn: arn(request, "kms", `key/${id}`), KeyId: id } };
  },
  // https://docs.aws.amazon.com/kms/latest/developerguide/key-policy-default.html
  check({ properties: { KeyPolicy, BypassPolicyLockoutSafetyCheck } }) {
    const isManageable = statementsIn(KeyPolicy).some(
      ({ Effect, Action }) =>
        Effect === "Allow" && texts(Action).some((one) => ["kms:*", "kms:Put*", "kms:PutKeyPolicy"].includes(one)),
    );
    if (KeyPolicy !== undefined && !isManageable && BypassPolicyLockoutSafetyCheck !== true)
      throw new ResourceRejected("The new key policy will not allow you to update the key policy in the future.");
  },
  checkUpdate(existing, { properties }) {
    const changed = fixed.filter((name) => existing.properties[name] !== properties[name]);
    if (changed.length > 0)
      throw new ResourceRejected(`You cannot change ${changed.join(", ")} of an existing KMS key.`);
  },
  // https://docs.aws.amazon.com/kms/latest/developerguide/deleting-keys.html
  remove(resource, account) {
    const days = Number(resource.properties.PendingWindowInDays ?? 30);
    resource.state.deletedAt = account.now() + days * 86_400_000;
    resource.stackId = undefined;
  },
};
