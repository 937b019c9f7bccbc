import { readFileSync } from "node:fs";
import type { WorldInput } from "../../sandbox/fmserver/world/schema/world-schema.ts";

const demo: WorldInput = JSON.parse(
  readFileSync(new URL("../../sandbox/worlds/demo.json", import.meta.url), "utf8"),
) as WorldInput;
const mebibyte = 1_048_576;
const accounts = [{ name: "Admin", password: "full-access-pass" }];
const sizes: Readonly<Record<string, number>> = { Contacts: 384, Orders: 1_210, Archive: 5_320, Private: 12 };

/** Sample server of a furniture maker: the demo's files, further files of such a company, and the people who work in them. */
export const company: WorldInput = {
  ...demo,
  description: "A furniture maker with some sixty people.",
  server: { ...demo.server, name: "Acme Files", host: "fms1.acme.example" },
  databases: [
    ...(demo.databases ?? [])
      .filter(({ name }) => name !== "Private")
      .map((file) => ({ ...file, sizeBytes: (sizes[file.name] ?? 1) * mebibyte })),
    { name: "Invoices", accounts, sizeBytes: 2_048 * mebibyte },
    { name: "Inventory", accounts, sizeBytes: 640 * mebibyte },
    { name: "Field Service", accounts, sizeBytes: 96 * mebibyte },
    { name: "Production Planning", accounts, sizeBytes: 1_536 * mebibyte, hasGuids: true },
    { name: "Staff", accounts, sizeBytes: 58 * mebibyte, status: "PAUSED" },
    { name: "Trade Fairs 2019 to 2024", accounts, sizeBytes: 874 * mebibyte, status: "CLOSED" },
  ],
  // No schedules: they would make months of backups while the clock is turned.
  schedules: [],
  clients: [
    client("Ada Moreno", "front-desk", "10.0.12.21", 9_200, ["Orders", "Contacts"]),
    client("Ben Okafor", "Ben’s iPad", "10.0.30.7", 1_500, ["Orders"], {
      appType: "FMGO",
      appVersion: "Go 22.0.2",
      operatingSystem: "iPadOS 18",
    }),
    client("Chiara Rossi", "accounts-02", "10.0.12.40", 13_800, ["Invoices", "Orders"]),
    client("Daniel Weiss", "planning-01", "10.0.12.55", 12_100, ["Production Planning", "Inventory"], {
      operatingSystem: "Windows 11",
    }),
    client("Emi Tanaka", "stores-tablet", "10.0.30.12", 640, ["Inventory"], {
      appType: "FMWEBDIRECT",
      appVersion: "Chrome 131",
      operatingSystem: "Android 15",
    }),
  ],
};

function client(
  userName: string,
  computerName: string,
  ipAddress: string,
  connectedSecondsAgo: number,
  files: readonly string[],
  more: object = {},
) {
  return {
    userName,
    computerName,
    ipAddress,
    connectedSecondsAgo,
    files: files.map((database) => ({ database, account: "Admin" })),
    ...more,
  };
}
