import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { until } from "../../support/until.ts";
import { aWorld } from "../admin/support/an-admin.ts";
import { aHost } from "./support/a-host.ts";

test("the open files are listed by their paths, without closed ones", async () => {
  const host = await aHost();
  const closed = await host.fmsadmin("close", "Orders", "-y");
  expect(closed).toMatchObject({ code: 0, lines: ["File Closing: Orders.fmp12", "File Closed: Orders.fmp12"] });
  const { code, lines } = await host.fmsadmin("LIST", "Files");
  expect({ code, lines }).toEqual({ code: 0, lines: [`filelinux:${host.at("Data/Databases/Contacts.fmp12")}`] });
});

test("the long list shows all files in a frame, with their states", async () => {
  const host = await aHost();
  await host.fmsadmin("close", "-y", "Orders");
  const { lines } = await host.fmsadmin("list", "files", "-s");
  expect(lines.map((line) => line.replace(/ +/g, " "))).toEqual([
    expect.stringMatching(/^\+-[-+]+-\+$/),
    "| ID | File | Clients | Size | Status | Enabled Extended Privileges | Encrypted |",
    expect.stringMatching(/^\+-[-+]+-\+$/),
    "| 1 | Contacts.fmp12 | 0 | 1048576 | Normal | | No |",
    "| 2 | Orders.fmp12 | - | - | Closed | - | No |",
    expect.stringMatching(/^\+-[-+]+-\+$/),
  ]);
});

test("a file is specified by name, number, path, or the folder that contains it", async () => {
  const host = await aHost();
  const folder = `filelinux:${host.at("Data/Databases")}/`;
  for (const name of [
    "contacts",
    "Contacts.fmp12",
    "1",
    `${folder}Contacts.fmp12`,
    host.at("Data/Databases/Contacts.fmp12"),
  ]) {
    expect((await host.fmsadmin("pause", name)).lines).toEqual([
      "File Pausing: Contacts.fmp12",
      "File Paused: Contacts.fmp12",
    ]);
    expect((await host.fmsadmin("resume", name)).lines.at(-1)).toBe("File Resumed: Contacts.fmp12");
  }
  expect((await host.fmsadmin("close", folder, "-y")).lines).toHaveLength(4);
  expect([host.statusOf("Contacts"), host.statusOf("Orders")]).toEqual(["CLOSED", "CLOSED"]);
});

test("two dashes alone are an invalid option", async () => {
  const host = await aHost();
  const refused = await host.fmsadmin("close", "-y", "--", "Orders");
  expect(refused).toMatchObject({ code: 249, lines: ["Error: 11001 (Invalid option)"] });
  expect(host.statusOf("Orders")).toBe("NORMAL");
});

test("without a suitable file a command exits with 10904, of which POSIX keeps 152", async () => {
  const host = await aHost();
  const opened = await host.fmsadmin("open", "Contacts");
  expect(opened).toMatchObject({ code: 152, lines: ["Error: 10904 (No applicable files for this operation)"] });
  expect((await host.fmsadmin("close", "Nobody", "-y")).code).toBe(152);
});

test("users of a file have their grace period, and none by force", async () => {
  const host = await aHost(aWorld({ admin: { accounts: [{ name: "admin", password: "admin-pass" }] } }));
  const closing = host.fmsadmin("close", "Contacts", "-y", "-m", "We close", "-t", "60");
  await until(() => host.statusOf("Contacts") === "CLOSING");
  expect([...host.server.world.server.clients.values()][0]?.messages).toEqual(["We close"]);
  host.server.advance(60_000);
  expect((await closing).lines.at(-1)).toBe("File Closed: Contacts.fmp12");
  expect(await host.fmsadmin("close", "-yf", "-t0")).toMatchObject({ code: 0 });
  expect(host.statusOf("Orders")).toBe("CLOSED");
});

test("an encrypted file stays closed without its key, and opens with it", async () => {
  const vault = { name: "Vault", status: "CLOSED" as const, encryptionKey: "k 1", encryptionHint: "a letter" };
  const host = await aHost(aWorld({ clients: [], databases: [vault] }));
  expect(await host.fmsadmin("open", "Vault")).toMatchObject({
    code: 0,
    lines: [
      "File Opening: Vault.fmp12",
      "Fail to open encrypted database. The correct password must be supplied with the --key option. (Hint: a letter)",
      "File Closed: Vault.fmp12",
    ],
  });
  await host.fmsadmin("open", "Vault", "--key", "k 1", "--savekey");
  await host.fmsadmin("close", "Vault", "-y");
  expect((await host.fmsadmin("open", "Vault")).lines.at(-1)).toBe("File Opened: Vault.fmp12");
  await host.fmsadmin("close", "Vault", "-y");
  await host.fmsadmin("clearkey", "Vault");
  expect((await host.fmsadmin("open", "Vault")).lines.at(-1)).toBe("File Closed: Vault.fmp12");
});

test("a closed file is removed to the folder next to it, an open one isn't", async () => {
  const host = await aHost();
  expect((await host.fmsadmin("remove", "Orders", "-y")).code).toBe(152);
  await host.fmsadmin("close", "Orders", "-y");
  const path = host.at("Data/Databases/Orders.fmp12");
  expect((await host.fmsadmin("remove", "Orders", "-y")).lines).toEqual([`File Removed: ${path}`]);
  expect([existsSync(path), existsSync(host.at("Data/Databases/Removed_By_FMS/Orders.fmp12"))]).toEqual([false, true]);
  expect(host.statusOf("Orders")).toBeUndefined();
});

test("a file is closed while it is verified, and open again afterward", async () => {
  const host = await aHost(
    aWorld({
      clients: [],
      admin: { accounts: [{ name: "admin", password: "admin-pass" }], verifyMilliseconds: 60_000 },
    }),
  );
  const verifying = host.fmsadmin("verify", "Orders");
  await until(() => host.statusOf("Orders") === "VERIFYING");
  host.server.advance(60_000);
  expect((await verifying).code).toBe(0);
  expect(host.statusOf("Orders")).toBe("NORMAL");
});

test("a command that waits for a file ends when another world replaces its own", async () => {
  const host = await aHost(aWorld());
  const closing = host.fmsadmin("close", "Contacts", "-y");
  await until(() => host.statusOf("Contacts") === "CLOSING");
  host.server.reload();
  expect((await closing).code).toBe(0);
  expect(host.statusOf("Contacts")).toBe("NORMAL");
});
