import type { WorldInput } from "../../../sandbox/fmserver/world/schema/world-schema.ts";

type Server = NonNullable<WorldInput["server"]>;

/** Returns a file with names and values that real servers treat in their own ways. */
export function fieldWorld(odata: Server["odata"] = {}, server: Partial<Server> = {}): WorldInput {
  return {
    server: { ...server, odata },
    admin: { accounts: [{ name: "admin", password: "admin-pass" }] },
    databases: [
      {
        name: "Field",
        accounts: [{ name: "api", password: "demo-pass" }],
        tables: [
          {
            name: "Invoice",
            fields: [
              ...(["nr", "status", "rate"] as const).map((name) => ({ name, type: "number" as const })),
              { name: "day", type: "date" },
              { name: "at", type: "time" },
              { name: "made", type: "timestamp" },
              { name: "note" },
            ],
            records: [
              record(1, { status: 1, rate: 0.5, note: "at .5" }),
              record(2, { status: 0, rate: -0.06, note: "1" }),
              record(3, { status: 1, rate: 2, note: "x" }),
            ],
          },
        ],
        occurrences: ["Sales Order", "CUST~open", "?HAR"].map((name) => ({ name, table: "Invoice" })),
        layouts: [{ name: "Invoice", occurrence: "Invoice", fields: ["nr", "status", "rate"] }],
      },
    ],
  };
}

function record(nr: number, values: Readonly<Record<string, string | number>>) {
  const day = `2026-01-0${nr}`;
  return { values: { nr, day, at: "08:30:00", made: `${day} 08:30:00`, ...values } };
}
