import { readFileSync, statSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { aHost } from "./support/a-host.ts";

test("name and password are prompted for, and read from standard input", async () => {
  const host = await aHost();
  const { code, out } = await host.tool("fmsadmin", ["list", "files"], "admin\nadmin-pass\n");
  expect(code).toBe(0);
  expect(out).toMatch(/^username \(.*\): password: \nfilelinux:/);
});

test("after three wrong passwords it exits with 9", async () => {
  const host = await aHost();
  const typed = "admin\nwrong\n".repeat(3);
  const { code, out } = await host.tool("fmsadmin", ["list", "files"], typed);
  expect(code).toBe(9);
  expect(out.match(/Permission denied, please try again\./g)).toHaveLength(2);
  expect(out.trimEnd().split("\n").slice(-2)).toEqual([
    expect.stringMatching(/Permission denied\.$/),
    "Error: 9 (Access denied)",
  ]);
});

test("the end of standard input is a rejection", async () => {
  const host = await aHost();
  expect((await host.tool("fmsadmin", ["list", "files"])).code).toBe(9);
});

test("a wrong password on the command line isn't prompted for again", async () => {
  const host = await aHost();
  const { code, lines } = await host.tool("fmsadmin", ["-uadmin", "-pwrong", "list", "files"]);
  expect({ code, lines }).toEqual({ code: 9, lines: ["Permission denied.", "Error: 9 (Access denied)"] });
});

test("an unconfirmed command does nothing, and exits quietly with 0", async () => {
  const host = await aHost();
  const { code, out } = await host.tool("fmsadmin", ["close"], "admin\nadmin-pass\nn\n");
  expect(code).toBe(0);
  expect(out).toMatch(/fmsadmin: really close database\(s\)\? \(y, n\) $/);
  expect(host.statusOf("Contacts")).toBe("NORMAL");
  expect((await host.tool("fmsadmin", ["close", "-t0"], "admin\nadmin-pass\ny\n")).code).toBe(0);
  expect(host.statusOf("Contacts")).toBe("CLOSED");
});

test("the version is shown without authentication, even without a server", async () => {
  const host = await aHost();
  await host.server.close();
  expect(await host.tool("fmsadmin", ["-v"])).toMatchObject({ code: 0, out: "fmsadmin: Version 22.0.2.204\n" });
  expect((await host.tool("fmsadmin", ["help"])).out).toContain("DISCONNECT");
});

test.each([
  [["no", "such"], 248, "Error: 11000 (Invalid command)"],
  [["list", "--nothing", "files"], 249, "Error: 11001 (Invalid option)"],
  [["close", "-y", "-t", "soon"], 17, "Error: 10001 (Invalid parameter)"],
  [["run", "schedule", "9"], 104, "Error: 10600 (Schedule at specified index does not exist)"],
  [["disconnect", "client", "99", "-y"], 253, "Error: 11005 (Disconnect Client invalid ID)"],
  [["status", "client", "99"], 23, "Error: 10007 (Requested object does not exist)"],
])("%j exits with %i", async (given, code, line) => {
  const host = await aHost();
  const ended = await host.fmsadmin(...given);
  expect(ended.code).toBe(code);
  expect(ended.lines[0]).toBe(line);
});

test("while the Database Server is stopped, everything except its start exits with 10502", async () => {
  const host = await aHost();
  expect((await host.fmsadmin("stop", "server", "-y")).code).toBe(0);
  expect(await host.fmsadmin("list", "files")).toMatchObject({ code: 6, lines: ["Error: 10502 (Host unreachable)"] });
  expect((await host.fmsadmin("start", "server")).code).toBe(0);
  expect((await host.fmsadmin("list", "files")).lines).toHaveLength(2);
  expect((await host.fmsadmin("start", "server")).code).toBe(10006 & 0xff);
  await host.server.close();
  expect((await host.fmsadmin("list", "files")).code).toBe(6);
});

test("the tools' credential is in a file that only its owner can read, and isn't prompted for unnecessarily", async () => {
  const host = await aHost();
  const path = host.at("Database Server/bin/sandbox-connection.json");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const { origin } = JSON.parse(readFileSync(path, "utf8")) as { origin: string };
  expect((await fetch(`${origin}/open-files`, { method: "POST", body: "{}" })).status).toBe(403);
  writeFileSync(path, JSON.stringify({ origin, secret: "guessed" }));
  expect((await host.fmsadmin("list", "files")).code).toBe(6);
});
