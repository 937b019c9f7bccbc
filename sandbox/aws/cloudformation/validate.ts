import { RequestRejected } from "./errors.ts";
import { creationOrder, dependencies } from "./evaluation/order.ts";
import { intrinsicFaults } from "./intrinsic-rules.ts";
import type { Specification } from "./specification.ts";
import type { Template } from "./template.ts";

export type Capability = "CAPABILITY_IAM" | "CAPABILITY_NAMED_IAM";

interface ValidationOptions {
  readonly specification: Specification;
  readonly capabilities: readonly Capability[];
  /** True for a template in a bucket; false for one in the request. */
  readonly isInBucket: boolean;
}

/** Rejects a template as CloudFormation does before it changes a stack. @throws RequestRejected */
export function validateTemplate(template: Template, options: ValidationOptions): void {
  const { specification, capabilities, isInBucket } = options;
  const faults = [
    ...limitFaults(template, isInBucket),
    ...typeFaults(template, specification),
    ...intrinsicFaults(template, specification),
  ];
  if (faults.length > 0) throw new RequestRejected(`Template format error: ${faults.join("; ")}`);
  creationOrder(dependencies(new Map(Object.entries(template.Resources))));
  checkCapabilities(template, capabilities);
}

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
const limits = { resources: 500, outputs: 200, bytesInRequest: 51_200, bytesInBucket: 1_000_000 };

function limitFaults(template: Template, isInBucket: boolean): readonly string[] {
  const maxBytes = isInBucket ? limits.bytesInBucket : limits.bytesInRequest;
  const amounts = [
    ["template's size", JSON.stringify(template).length, maxBytes],
    ["number of resources", Object.keys(template.Resources).length, limits.resources],
    ["number of outputs", Object.keys(template.Outputs ?? {}).length, limits.outputs],
  ] as const;
  return amounts
    .filter(([, amount, max]) => amount > max)
    .map(([what, amount, max]) => `the ${what}, ${amount}, is greater than ${max}`);
}

function typeFaults({ Resources }: Template, specification: Specification): readonly string[] {
  const unknown = Object.values(Resources).filter(({ Type }) => specification.resource(Type) === undefined);
  return unknown.map(({ Type }) => `Unrecognized resource types: [${Type}]`);
}

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_CreateStack.html, "Capabilities". */
function checkCapabilities({ Resources }: Template, capabilities: readonly Capability[]): void {
  const roles = Object.values(Resources).filter(({ Type }) => Type === "AWS::IAM::Role");
  if (roles.length === 0 || capabilities.includes("CAPABILITY_NAMED_IAM")) return;
  const isNamed = roles.some(({ Properties = {} }) => "RoleName" in Properties);
  if (!isNamed && capabilities.includes("CAPABILITY_IAM")) return;
  throw new RequestRejected(
    `Requires capabilities : [${isNamed ? "CAPABILITY_NAMED_IAM" : "CAPABILITY_IAM"}]`,
    "InsufficientCapabilitiesException",
  );
}
