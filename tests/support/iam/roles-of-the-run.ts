import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { packagedTemplate } from "./packaged-template.ts";
import { type Roles, rolesOf } from "./roles.ts";
import { unusedRights } from "./unused-rights.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Packaged roles of the functions, which every AWS call is checked against, and a folder for the rights that calls use. */
    readonly roles: Roles & { readonly usedRightsFolder: string | undefined };
  }
}

/**
 * Packages the stack once for all test files of a run. With PRINT_UNUSED_RIGHTS=1, the end of the run lists the rights that no call has
 * used. With RECORD_CALLS=FILE, the file gets the calls that were made, one for each right, for `tests/second-opinions`.
 */
export default function rolesOfTheRun({ provide }: TestProject): (() => void) | undefined {
  const roles = rolesOf(packagedTemplate());
  const { PRINT_UNUSED_RIGHTS, RECORD_CALLS = "" } = process.env;
  if (PRINT_UNUSED_RIGHTS !== "1" && RECORD_CALLS === "") {
    provide("roles", { ...roles, usedRightsFolder: undefined });
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), "latchkey-rights-"));
  provide("roles", { ...roles, usedRightsFolder: folder });
  return () => {
    const used = readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
    rmSync(folder, { recursive: true, force: true });
    if (RECORD_CALLS !== "") writeFileSync(RECORD_CALLS, JSON.stringify(used));
    if (PRINT_UNUSED_RIGHTS === "1")
      process.stdout.write(`Rights that no call has used:\n${unusedRights(roles, used).join("\n")}\n`);
  };
}
