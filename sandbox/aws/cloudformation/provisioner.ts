import type { Account, CloudResource } from "./account.ts";
import { ResourceRejected } from "./errors.ts";
import { globalRegion, type ResourceRequest, type ResourceType } from "./resource-type.ts";
import { schemaFaults } from "./schema.ts";
import type { Specification } from "./specification.ts";
import type { Properties } from "./template.ts";

export type ResourceAction = "CREATE" | "UPDATE" | "DELETE";

/** Creates, updates and deletes resources in an account. */
export interface Provisioner {
  /** @throws ResourceRejected */
  create(type: string, request: Omit<ResourceRequest, "account">, stackId: string): Promise<CloudResource>;
  update(resource: CloudResource, request: Omit<ResourceRequest, "account">): Promise<void>;
  remove(resource: CloudResource, logicalId: string): Promise<void>;
  /** Returns an existing resource, by its physical ID. */
  find(type: string, region: string, id: string): CloudResource | undefined;
}

interface ProvisionerDependencies {
  readonly account: Account;
  readonly specification: Specification;
  readonly types: readonly ResourceType[];
  /** Runs before each action; can throw a ResourceRejected to inject a fault. */
  readonly interrupt?: (action: ResourceAction, logicalId: string, type: string) => void;
}

export function provisioner({ account, specification, types, interrupt }: ProvisionerDependencies): Provisioner {
  const byName = new Map(types.map((type) => [type.type, type]));

  function behaviorOf(name: string): ResourceType {
    const found = byName.get(name);
    if (found === undefined)
      throw new Error(`${name} has no behavior yet. Add one to sandbox/aws/cloudformation/types/.`);
    return found;
  }

  const placeOf = ({ isGlobal }: ResourceType, region: string) => (isGlobal === true ? globalRegion : region);

  function checkProperties(type: string, properties: Properties): void {
    const faults = schemaFaults(properties, specification.resource(type)?.properties ?? {}, specification);
    if (faults.length > 0) throw new ResourceRejected(`Properties validation failed: ${faults.join(", ")}`);
  }

  return {
    async create(typeName, request, stackId) {
      const [type, full] = [behaviorOf(typeName), { ...request, account }];
      checkProperties(typeName, request.properties);
      interrupt?.("CREATE", request.logicalId, typeName);
      type.check?.(full);
      const { id, attributes = {}, uniqueKey, state = {} } = type.identify(full);
      const resource: CloudResource = {
        type: typeName,
        region: placeOf(type, request.region),
        id,
        attributes,
        uniqueKey,
        properties: request.properties,
        stackId,
        state,
      };
      account.add(resource);
      await type.created?.(resource, account);
      return resource;
    },
    async update(resource, request) {
      const [type, full] = [behaviorOf(resource.type), { ...request, account }];
      checkProperties(resource.type, request.properties);
      interrupt?.("UPDATE", request.logicalId, resource.type);
      type.check?.(full, resource);
      type.checkUpdate?.(resource, full);
      const previous = resource.properties;
      resource.properties = request.properties;
      await type.updated?.(resource, previous, account);
    },
    async remove(resource, logicalId) {
      const type = behaviorOf(resource.type);
      // A resource that someone else has deleted counts as deleted.
      if (account.find(resource.type, resource.region, resource.id) === undefined) return;
      interrupt?.("DELETE", logicalId, resource.type);
      type.checkDelete?.(resource, account);
      if (type.remove === undefined) account.remove(resource);
      else type.remove(resource, account);
      await type.deleted?.(resource, account);
    },
    find: (type, region, id) => account.find(type, placeOf(behaviorOf(type), region), id),
  };
}
