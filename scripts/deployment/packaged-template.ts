import { readFileSync } from "node:fs";

/** CloudFormation template, limited to the parts that commands read. */
export interface PackagedTemplate {
  readonly Conditions?: object;
  readonly Resources: Readonly<Record<string, { readonly Type: string }>>;
}

/** Returns the template of the last packaging. */
export function packagedTemplate(): PackagedTemplate {
  const file = new URL("../../.serverless/cloudformation-template-update-stack.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}
