import type { ServerOptions } from "../../../../sandbox/fmserver/server.ts";
import type { WorldInput } from "../../../../sandbox/fmserver/world/schema/world-schema.ts";
import { type Answer, aServer, type Sent, type TestServer } from "../../support/a-server.ts";

export const API = "/fmi/admin/api/v2";

/** Administrator who has signed in like clients in the field: without cookies, and with the token as bearer. */
export interface Admin {
  readonly server: TestServer;
  readonly token: string;
  call(method: string, path: string, body?: unknown, sent?: Sent): Promise<Answer>;
  /** Returns a file's state in the list. */
  stateOf(filename: string): Promise<string | undefined>;
}

export async function anAdmin(
  world: WorldInput = aWorld(),
  options: Omit<ServerOptions, "world"> = {},
): Promise<Admin> {
  const server = await aServer({ ...options, world });
  const token = await server.adminLogin();
  const call: Admin["call"] = (method, path, body, sent = {}) =>
    server.ask(method, API + path, { token, ...(body === undefined ? {} : { body }), ...sent });
  return {
    server,
    token,
    call,
    async stateOf(filename) {
      const { databases } = (await call("GET", "/databases")).response;
      return (databases as { filename: string; status: string }[]).find((one) => one.filename === filename)?.status;
    },
  };
}

/** Returns a world with two files, two users, and room for more. */
export function aWorld(more: WorldInput = {}): WorldInput {
  const { admin, ...rest } = more;
  return {
    server: { name: "Test", host: "fms.test", utcOffsetMinutes: 60 },
    admin: { accounts: [{ name: "admin", password: "admin-pass" }], ...admin },
    databases: [
      {
        name: "Contacts",
        accounts: [{ name: "api", password: "demo-pass" }],
        tables: [
          {
            name: "Log",
            fields: [
              { name: "id", type: "number", autoEnter: { serial: { next: 2 } } },
              { name: "text" },
              { name: "photo", type: "container" },
            ],
            records: [{ values: { id: 1, text: "first", photo: { file: "a.txt", text: "bytes" } } }],
          },
        ],
        layouts: [{ name: "Log", occurrence: "Log", fields: ["id", "text", "photo"] }],
        scripts: [
          {
            name: "Note",
            steps: [{ create: { table: "Log", values: { text: { parameter: true } } } }],
          },
          { name: "Fail", steps: [{ error: 101 }] },
          { name: "Long", steps: [{ delayMs: 600_000 }, { create: { table: "Log", values: { text: "late" } } }] },
        ],
      },
      { name: "Orders", accounts: [{ name: "api", password: "demo-pass" }] },
    ],
    clients: [
      { userName: "Ada", computerName: "desk", files: [{ database: "Contacts", account: "api" }] },
      {
        userName: "Ben",
        computerName: "iPad",
        appType: "FMGO",
        appVersion: "Go 22.0.2",
        files: [
          { database: "Contacts.fmp12", account: "api" },
          { database: "Orders", account: "api" },
        ],
      },
    ],
    ...rest,
  };
}

/** Returns the texts of the Log table, in order. */
export function logTexts({ server }: Admin): readonly unknown[] {
  const table = server.world.database("Contacts")?.tables.get("log");
  return [...(table?.records.values() ?? [])].map(({ cells }) => cells.get("text"));
}
