import type { WorldInput } from "../fmserver/world/schema/world-schema.ts";
import { contacts } from "./demo-contacts.ts";
import { orders } from "./demo-orders.ts";

/** Returns the default world. Its test generates worlds/demo.json from it. */
export function demoWorld(): WorldInput {
  return {
    $schema: "../world.schema.json",
    description: "Contacts and Orders for everybody, Private for one account, and an Archive that is closed.",
    // The release that introduced triggers.
    server: { name: "Latchkey Demo Server", version: "22.0.4.427" },
    admin: { accounts: [{ name: "admin", password: "admin-pass" }] },
    clients: [
      { userName: "Ada Moreno", computerName: "front-desk", files: [{ database: "Orders", account: "Admin" }] },
      {
        userName: "Ben Okafor",
        computerName: "iPad",
        appType: "FMGO",
        appVersion: "Go 22.0.2",
        operatingSystem: "iPadOS 18",
        files: [{ database: "Orders", account: "api" }],
      },
    ],
    schedules: [
      {
        name: "Daily",
        backupType: { resourceType: "ALL_DB" },
        everyndaysType: { startTimeStamp: "2026-01-01T23:00:00" },
      },
      {
        name: "Monday greeting",
        filemakerScriptType: {
          resource: "file:Contacts",
          fmScriptName: "Echo",
          fmScriptParam: "Good morning",
          fmScriptAccount: "Admin",
          fmScriptPassword: "full-access-pass",
        },
        weeklyType: { startTimeStamp: "2026-01-05T08:00:00", daysOfTheWeek: ["MON"] },
      },
      {
        name: "Evening call",
        enabled: false,
        messageType: { resourceType: "SINGLE_DB", resource: "file:Orders", messageText: "We close in ten minutes." },
        everyndaysType: { startTimeStamp: "2026-01-01T17:50:00" },
      },
    ],
    plugins: [{ pluginName: "Sample Plug-in", filename: "Sample.fmx" }],
    databases: [
      contacts(),
      orders(),
      {
        name: "Private",
        accounts: [{ name: "private", password: "private-pass" }],
        tables: [
          {
            name: "Secrets",
            fields: [{ name: "title" }, { name: "body" }],
            records: [
              { values: { title: "Plan", body: "Nobody but the private account reads this." } },
              { values: { title: "Recipe", body: "Two parts flour, one part water." } },
            ],
          },
        ],
        layouts: [{ name: "Secrets", occurrence: "Secrets", fields: ["title", "body"] }],
      },
      {
        name: "Archive",
        status: "CLOSED",
        accounts: [{ name: "api", password: "demo-pass" }],
        tables: [{ name: "Old", fields: [{ name: "title" }], records: [{ values: { title: "From another time" } }] }],
        layouts: [{ name: "Old", occurrence: "Old", fields: ["title"] }],
      },
    ],
  };
}
