import type { TestProject } from "vitest/node";
import { packagedTemplate } from "./packaged-template.ts";
import { type Roles, rolesOf } from "./roles.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The packaged roles of the functions, which every call to AWS is checked against. */
    readonly roles: Roles;
  }
}

/** Packages the stack once for all test files of a run. */
export default function rolesOfTheRun({ provide }: TestProject): void {
  provide("roles", rolesOf(packagedTemplate()));
}
