import type { WorldInput } from "../fmserver/world/schema.ts";
import { contacts } from "./demo-contacts.ts";
import { orders } from "./demo-orders.ts";

/** The world that is served when none is named. worlds/demo.json is written from this by its test. */
export function demoWorld(): WorldInput {
  return {
    $schema: "../world.schema.json",
    description: "Contacts and Orders for everybody, Private for one account, and an Archive that is closed.",
    server: { name: "Latchkey Demo Server" },
    admin: { accounts: [{ name: "admin", password: "admin-pass" }] },
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
