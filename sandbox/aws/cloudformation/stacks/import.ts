import { isDeepStrictEqual } from "node:util";
import { RequestRejected, ResourceRejected } from "../errors.ts";
import { conditionValues, type ParameterValues } from "../evaluation/conditions.ts";
import { evaluated } from "../evaluation/evaluate.ts";
import { activeResources } from "../evaluation/order.ts";
import type { Specification } from "../specification.ts";
import type { Properties, Template } from "../template.ts";
import type { StackContext } from "./apply.ts";
import { enter, report, type Stack, type StackResource } from "./stack.ts";

/** Existing resource, and the template's resource that it becomes. */
export interface ResourceToImport {
  readonly type: string;
  readonly logicalId: string;
  /** Primary identifier: such as `{ "TableName": "contacts" }`. */
  readonly identifier: Readonly<Record<string, string>>;
}

/**
 * Rejects an import as CloudFormation does when the change set is created. Sources:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/import-resources-manually.html
 * https://github.com/awslabs/aws-security-assessment-solution/issues/6
 * @throws RequestRejected
 */
export function checkImport(
  stack: Stack,
  template: Template,
  toImport: readonly ResourceToImport[],
  specification: Specification,
): void {
  if (!isDeepStrictEqual(template.Outputs ?? {}, stack.template.Outputs ?? {}))
    throw new RequestRejected("As part of the import operation, you cannot modify or add [Outputs]");
  const imported = new Set(toImport.map(({ logicalId }) => logicalId));
  const modified = Object.keys({ ...stack.template.Resources, ...template.Resources }).filter(
    (name) => !imported.has(name) && !isDeepStrictEqual(template.Resources[name], stack.template.Resources[name]),
  );
  if (modified.length > 0)
    throw new RequestRejected(
      `You have modified resources [${modified.join(", ")}] in your template that are not being imported. Update, create or delete operations cannot be executed during import operations.`,
    );
  for (const { logicalId, type, identifier } of toImport) {
    const definition = template.Resources[logicalId];
    if (definition?.Type !== type) throw new RequestRejected(`${logicalId} isn't a ${type} in the template`);
    if (definition.DeletionPolicy === undefined)
      throw new RequestRejected(`Resources [${logicalId}] to import must have a DeletionPolicy attribute`);
    const { primaryIdentifier = [] } = specification.resource(type) ?? {};
    if (!isDeepStrictEqual(Object.keys(identifier).toSorted(), primaryIdentifier.toSorted()))
      throw new RequestRejected(`The identifier of ${type} is [${primaryIdentifier.join(", ")}]`);
  }
}

/** Adds existing resources to a stack without changing them. */
export async function importResources(
  stack: Stack,
  template: Template,
  parameters: ParameterValues,
  toImport: readonly ResourceToImport[],
  { provision }: StackContext,
): Promise<void> {
  enter(stack, "IMPORT_IN_PROGRESS");
  const definitions = activeResources(template, conditionValues(template, parameters));
  const resources = new Map(stack.resources);
  try {
    for (const { type, logicalId, identifier } of toImport) {
      const definition = definitions.get(logicalId);
      const resource = provision.find(type, stack.region, Object.values(identifier).join("|"));
      if (definition === undefined || resource === undefined)
        throw new ResourceRejected(`${logicalId}: ${JSON.stringify(identifier)} does not exist`);
      if (resource.stackId !== undefined)
        throw new ResourceRejected(`${logicalId}: ${resource.id} already exists in stack ${resource.stackId}`);
      const scope = {
        region: stack.region,
        parameters,
        resource: (name: string) => resources.get(name)?.resource,
        exported: () => undefined,
      };
      const properties = evaluated(definition.Properties ?? {}, scope) as Properties;
      const entry: StackResource = { logicalId, definition, properties, resource };
      resources.set(logicalId, entry);
    }
  } catch (error) {
    if (!(error instanceof ResourceRejected)) throw error;
    enter(stack, "IMPORT_ROLLBACK_COMPLETE", error.message);
    return;
  }
  for (const { logicalId } of toImport) {
    const entry = resources.get(logicalId);
    if (entry !== undefined) entry.resource.stackId = stack.id;
    report(stack, logicalId, "IMPORT_COMPLETE");
  }
  Object.assign(stack, { resources, template, parameters });
  enter(stack, "IMPORT_COMPLETE");
}
