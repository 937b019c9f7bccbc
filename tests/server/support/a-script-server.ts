import type { WorldInput } from "../../../sandbox/fmserver/world/schema/world-schema.ts";
import type { TestService } from "../../support/test-service.ts";

/** Returns a server without schedules and with one file, whose scripts count, fail and take long. */
export function aScriptServer(): WorldInput {
  return {
    admin: { accounts: [{ name: "admin", password: "admin-pass" }] },
    databases: [
      {
        name: "Tasks",
        accounts: [
          { name: "Admin", password: "full-access-pass" },
          { name: "script-runner", password: "canary-of-the-script", privilegeSet: "Scripts" },
        ],
        privilegeSets: [{ name: "Scripts", extendedPrivileges: [] }],
        tables: [{ name: "Runs", fields: [{ name: "text" }], records: [] }],
        layouts: [{ name: "Runs", occurrence: "Runs", fields: ["text"] }],
        scripts: [
          { name: "Count", steps: [{ create: { table: "Runs", values: { text: "ran" } } }] },
          { name: "Fail", steps: [{ error: 500 }] },
          { name: "Long", steps: [{ delayMs: 3_600_000 }] },
        ],
      },
    ],
  };
}

/** Returns how often the counting script has run. */
export function counted(service: TestService): number {
  return service.sandbox.world.database("Tasks")?.tables.get("runs")?.records.size ?? Number.NaN;
}
