import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import type { AdoptedResource, CloudFormation } from "./cloudformation.ts";
import type { PackagedTemplate } from "./packaged-template.ts";

/** What a stack leaves behind when it is removed, and how CloudFormation knows it. */
const adoptable: Readonly<Record<string, string>> = {
  Table: "TableName",
  EncryptionKey: "KeyId",
  Blobs: "BucketName",
};

/**
 * Makes a stack out of what one of before left behind: the deployment that follows finds it, and adds everything else.
 * @throws SettingRefused where a name is none of what is left behind
 */
export async function adoptRetained(
  formation: CloudFormation,
  stack: string,
  { Conditions, Resources }: PackagedTemplate,
  adopted: Readonly<Record<string, string>>,
): Promise<void> {
  const resources = Object.entries(adopted).map(([logicalId, identifier]): AdoptedResource => {
    const [type, key] = [Resources[logicalId]?.Type, adoptable[logicalId]];
    if (type === undefined || key === undefined)
      throw new SettingRefused(`${logicalId} cannot be adopted. What can is ${Object.keys(adoptable).join(", ")}.`);
    return { type, logicalId, identifier: { [key]: identifier } };
  });
  const kept = Object.fromEntries(Object.keys(adopted).map((name) => [name, Resources[name]]));
  await formation.adopt(stack, { ...(Conditions !== undefined && { Conditions }), Resources: kept }, resources);
}
