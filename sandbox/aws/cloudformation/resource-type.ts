import type { Account, CloudResource, ResourceState } from "./account.ts";
import type { Properties } from "./template.ts";

/** Request of a stack to create or update a resource. */
export interface ResourceRequest {
  readonly account: Account;
  readonly region: string;
  readonly stackName: string;
  readonly logicalId: string;
  /** Evaluated properties, checked against the specification. */
  readonly properties: Properties;
}

export interface Identity {
  /** Physical ID, which `Ref` returns. */
  readonly id: string;
  readonly attributes?: Properties;
  /** Key that no other resource of the same type and region has. */
  readonly uniqueKey?: string;
  readonly state?: ResourceState;
}

/**
 * Behavior of a resource type's service. Each function that rejects a request throws ResourceRejected. Functions are asynchronous where
 * an implementation can call an emulator.
 */
export interface ResourceType {
  readonly type: string;
  /** True for services without regions: IAM, CloudFront, and names of S3 buckets. */
  readonly isGlobal?: boolean;
  /** Returns the identity of a resource that is about to be created. */
  identify(request: ResourceRequest): Identity;
  /** Rejects invalid properties, on create and update. `existing` is the resource that is updated. */
  check?(request: ResourceRequest, existing?: CloudResource): void;
  /** Rejects an update that the service doesn't allow. */
  checkUpdate?(existing: CloudResource, request: ResourceRequest): void;
  checkDelete?(resource: CloudResource, account: Account): void;
  created?(resource: CloudResource, account: Account): void | Promise<void>;
  updated?(resource: CloudResource, previous: Properties, account: Account): void | Promise<void>;
  /** Runs instead of the removal from the account, for services that delete later. */
  remove?(resource: CloudResource, account: Account): void;
  deleted?(resource: CloudResource, account: Account): void | Promise<void>;
}

/** Returns the name that CloudFormation generates: stack, logical ID and a random part, shortened to what the service accepts. */
export function generatedName({ stackName, logicalId, account }: ResourceRequest, maxLength: number): string {
  const random = account.newId(12);
  return `${`${stackName}-${logicalId}`.slice(0, maxLength - random.length - 1)}-${random}`;
}

/** Returns an ARN in the partition `aws`. */
export function arn({ account, region }: Pick<ResourceRequest, "account" | "region">, service: string, rest: string) {
  return `arn:aws:${service}:${region}:${account.id}:${rest}`;
}

/** Region of services without regions. */
export const globalRegion = "global";
