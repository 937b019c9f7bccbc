import { ResourceRejected } from "./errors.ts";
import type { Properties, Value } from "./template.ts";

/** Resource that exists in an account, with or without a stack. */
export interface CloudResource {
  readonly type: string;
  /** `global` for services without regions. */
  readonly region: string;
  /** Physical ID, which `Ref` returns. */
  readonly id: string;
  /** Values that `Fn::GetAtt` returns. */
  readonly attributes: Properties;
  /** Key that no other resource of the same type and region has; undefined if any number can be equal. */
  readonly uniqueKey: string | undefined;
  properties: Properties;
  /** ID of the stack that manages it. */
  stackId: string | undefined;
  readonly state: ResourceState;
}

/** State of a resource beyond its properties. */
export interface ResourceState {
  /** Keys of a bucket's objects, or recovery points of a vault. */
  readonly objects?: Set<string>;
  /** Methods and gateway responses that an API deployment contains. */
  readonly deployed?: readonly string[];
  /** Deployment that created an API stage; undefined for a stage of its own. */
  readonly createdBy?: string;
  /** Time in milliseconds at which CloudFront will have deleted the last replica of a function version. */
  replicatedUntil?: number;
  /** Time in milliseconds at which KMS deletes a key. */
  deletedAt?: number;
}

/** AWS account: its resources in all regions, and a clock that only `advance` moves. */
export interface Account {
  readonly id: string;
  /** Concurrent executions that Lambda allows. */
  readonly lambdaConcurrency: number;
  /** True if API Gateway has a role to write logs in this account's settings. */
  readonly hasApiGatewayLogRole: boolean;
  /** True if it has the role AWSBackupDefaultServiceRole, which the console of AWS Backup creates. */
  readonly hasBackupRole: boolean;
  now(): number;
  advance(seconds: number): void;
  /** Returns an ID that no other resource has. */
  newId(length: number): string;
  resources(type: string, region: string): readonly CloudResource[];
  find(type: string, region: string, id: string): CloudResource | undefined;
  /** @throws ResourceRejected if another resource has its unique key */
  add(resource: CloudResource): void;
  remove(resource: CloudResource): void;
  /** Blocks a name until a time, or returns the time until which it is blocked. */
  readonly blockedNames: Map<string, number>;
  /** Returns all resources. */
  all(): readonly CloudResource[];
}

interface AccountSettings {
  readonly id?: string;
  readonly lambdaConcurrency?: number;
  readonly hasApiGatewayLogRole?: boolean;
  readonly hasBackupRole?: boolean;
}

export function openAccount({
  id = "123456789012",
  lambdaConcurrency = 1000,
  hasApiGatewayLogRole = false,
  hasBackupRole = false,
}: AccountSettings = {}): Account {
  const byPlace = new Map<string, Map<string, CloudResource>>();
  const uniqueKeys = new Map<string, CloudResource>();
  let now = Date.UTC(2026, 0, 1);
  let ids = 0;
  const place = ({ type, region }: Pick<CloudResource, "type" | "region">) => `${region} ${type}`;
  const keyOf = (resource: CloudResource) =>
    resource.uniqueKey === undefined ? undefined : `${place(resource)} ${resource.uniqueKey}`;

  return {
    id,
    lambdaConcurrency,
    hasApiGatewayLogRole,
    hasBackupRole,
    now: () => now,
    advance: (seconds) => {
      now += seconds * 1000;
    },
    newId(length) {
      ids += 1;
      return ids.toString(36).padStart(length, "0").toUpperCase();
    },
    resources: (type, region) => [...(byPlace.get(place({ type, region }))?.values() ?? [])],
    find: (type, region, id) => byPlace.get(place({ type, region }))?.get(id),
    add(resource) {
      const key = keyOf(resource);
      if (key !== undefined) {
        if (uniqueKeys.has(key)) throw new ResourceRejected(`${resource.uniqueKey} already exists`);
        uniqueKeys.set(key, resource);
      }
      const here = byPlace.get(place(resource)) ?? new Map<string, CloudResource>();
      byPlace.set(place(resource), here.set(resource.id, resource));
    },
    remove(resource) {
      byPlace.get(place(resource))?.delete(resource.id);
      const key = keyOf(resource);
      if (key !== undefined) uniqueKeys.delete(key);
    },
    blockedNames: new Map(),
    all: () => [...byPlace.values()].flatMap((here) => [...here.values()]),
  };
}

/** Returns an attribute or property as text; empty if it is missing. */
export function textOf(value: Value | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
