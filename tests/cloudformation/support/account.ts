import { loadAwsServiceSpecSync } from "@aws-cdk/aws-service-spec";
import { openAccount } from "../../../sandbox/aws/cloudformation/account.ts";
import { type CloudFormation, openCloudFormation } from "../../../sandbox/aws/cloudformation/cloudformation.ts";
import { ResourceRejected } from "../../../sandbox/aws/cloudformation/errors.ts";
import type { Choose } from "../../../sandbox/aws/cloudformation/evaluation/order.ts";
import type { ResourceAction } from "../../../sandbox/aws/cloudformation/provisioner.ts";
import { resourceTypes } from "../../../sandbox/aws/cloudformation/types/catalog.ts";
import { specificationOf } from "../../../scripts/dev-aws/resource-specification.ts";

const specification = specificationOf(loadAwsServiceSpecSync());

/** Action on a resource that fails. */
export interface InjectedFault {
  readonly action: ResourceAction;
  readonly logicalId: string;
}

/** Opens an empty AWS account with CloudFormation in every region. */
export function emptyAccount(choose?: Choose, settings: Parameters<typeof openAccount>[0] = {}) {
  const account = openAccount(settings);
  const regions = new Map<string, CloudFormation>();
  let faults: readonly InjectedFault[] = [];

  function interrupt(action: ResourceAction, logicalId: string): void {
    if (faults.some((fault) => fault.action === action && fault.logicalId === logicalId))
      throw new ResourceRejected("Injected fault");
  }

  return {
    account,
    formation(region = "eu-central-1"): CloudFormation {
      const known = regions.get(region);
      if (known !== undefined) return known;
      const opened = openCloudFormation({
        account,
        region,
        specification,
        types: resourceTypes,
        interrupt,
        ...(choose !== undefined && { choose }),
      });
      regions.set(region, opened);
      return opened;
    },
    /** Lets these actions fail from now on, and no other. */
    inject(...next: readonly InjectedFault[]): void {
      faults = next;
    },
    /** Returns the types of resources that exist and that no stack manages. Keys that KMS will delete don't count. */
    orphans: () =>
      account
        .all()
        .filter(({ stackId, state }) => stackId === undefined && state.deletedAt === undefined)
        .map(({ type }) => type),
  };
}
