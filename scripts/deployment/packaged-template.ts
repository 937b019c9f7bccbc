import { readFileSync } from "node:fs";

/** A template of CloudFormation, as far as commands look into it. */
export interface PackagedTemplate {
  readonly Conditions?: object;
  readonly Resources: Readonly<Record<string, { readonly Type: string }>>;
}

/** The template of the last packaging. */
export function packagedTemplate(): PackagedTemplate {
  const file = new URL("../../.serverless/cloudformation-template-update-stack.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}
