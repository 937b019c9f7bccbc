import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import type { AdoptedResource, CloudFormation } from "./cloudformation.ts";
import type { PackagedTemplate } from "./packaged-template.ts";

/** Resources that a deleted stack leaves behind, and CloudFormation's identifiers of them. */
const adoptable: Readonly<Record<string, string>> = {
  Table: "TableName",
  EncryptionKey: "KeyId",
  Blobs: "BucketName",
};

/**
 * Creates a stack from resources that an old one left behind. The deployment that follows finds it and adds the rest.
 * @throws SettingRefused if a name isn't one of those resources
 */
export async function adoptRetained(
  formation: CloudFormation,
  stack: string,
  { Conditions = {}, Resources }: PackagedTemplate,
  adopted: Readonly<Record<string, string>>,
): Promise<void> {
  const resources = Object.entries(adopted).map(([logicalId, identifier]): AdoptedResource => {
    const [type, key] = [Resources[logicalId]?.Type, adoptable[logicalId]];
    if (type === undefined || key === undefined)
      throw new SettingRefused(
        `${logicalId} can't be adopted. Adoptable resources: ${Object.keys(adoptable).join(", ")}.`,
      );
    return { type, logicalId, identifier: { [key]: identifier } };
  });
  const kept = Object.fromEntries(Object.keys(adopted).map((name) => [name, Resources[name]]));
  await formation.adopt(stack, { Conditions: conditionsOf(kept, Conditions), Resources: kept }, resources);
}

/** Returns the conditions that the resources name. Others can need parameters that an import doesn't have. */
function conditionsOf(resources: object, conditions: object): object {
  const text = JSON.stringify(resources);
  return Object.fromEntries(Object.entries(conditions).filter(([name]) => text.includes(JSON.stringify(name))));
}
