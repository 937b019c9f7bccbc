import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { fileLogBackend } from "#shared/logs/reading/file-log-backend.ts";
import { actedKind, started } from "../jobs/support/acted-kind.ts";
import { memoryLogs } from "../logs/support/memory-logs.ts";
import { aBrowser } from "../support/http/a-browser.ts";
import { codeOn } from "../support/http/a-command-line.ts";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { aTerminal } from "./support/a-terminal.ts";

const work = actedKind("test.cli");
const logs = memoryLogs();
const service = await testService({
  decorate: (platform) => ({
    ...platform,
    jobKinds: [work],
    serviceLogs: fileLogBackend(logs, platform.clock),
  }),
});
const url = `${service.baseUrl}/svc`;
const key = await service.anAdminKey("command line");
const inCi = aTerminal({ LATCHKEY_URL: url, LATCHKEY_KEY: key });
const atHome = aTerminal();
afterAll(async () => {
  inCi.remove();
  atHome.remove();
  await service.stop();
});

verifies("cli:login:key", async () => {
  const wrong = await atHome.latchkey(["login", url, "--with-key"], { input: "ak_wrong\n" });
  expect(wrong.exitCode).toBe(3);
  expect((await atHome.latchkey(["profiles", "--json"])).stdout).toBe('{\n  "profiles": []\n}\n');
  const { exitCode, stdout, stderr } = await atHome.latchkey(["login", url, "--with-key"], { input: `${key}\n` });
  expect([exitCode, stdout]).toEqual([0, ""]);
  expect(stderr).toMatch(/^Signed in as .* \(administrator\)\. Profile: default\n$/);
  expect((await atHome.latchkey(["api", "keys", "list-admin-api-keys", "--json"])).exitCode).toBe(0);
});

verifies("cli:login:private", async () => {
  expect(statSync(atHome.profileFile).mode & 0o777).toBe(0o600);
  const { stdout } = await atHome.latchkey(["profiles"]);
  expect(stdout).toContain(url);
  expect(stdout).not.toContain(key);
  // A key of the environment belongs to the address of the environment.
  const lone = await atHome.latchkey(["keys", "list"], { environment: { LATCHKEY_KEY: "ak_other" } });
  expect([lone.exitCode, lone.stderr]).toEqual([
    2,
    "latchkey: LATCHKEY_KEY is set, but LATCHKEY_URL isn't. Set both.\n",
  ]);
  chmodSync(atHome.profileFile, 0o644);
  const open = await atHome.latchkey(["keys", "list"]);
  chmodSync(atHome.profileFile, 0o600);
  expect([open.exitCode, open.stdout]).toEqual([2, ""]);
  expect(open.stderr).toContain("chmod 600");
});

verifies("cli:login:key", "several services are profiles, and one of them is the current one", async () => {
  await atHome.latchkey(["login", url, "--with-key", "--profile", "other"], { input: key });
  await atHome.latchkey(["profiles", "use", "default"]);
  const rows = (await atHome.latchkey(["profiles", "--ndjson"])).stdout
    .trim()
    .split("\n")
    .map((row) => JSON.parse(row));
  expect(rows.map(({ name, isCurrent }) => [name, isCurrent])).toEqual([
    ["default", true],
    ["other", false],
  ]);
  expect((await atHome.latchkey(["logout", "--profile", "other"])).exitCode).toBe(0);
  expect((await atHome.latchkey(["keys", "list", "--profile", "other"])).stderr).toContain('Unknown profile "other"');
  for (const words of [
    ["api", "keys", "list-data-api-keys", "--profile", "other"],
    ["api", "--profile", "other", "keys", "list-data-api-keys"],
  ])
    expect((await atHome.latchkey(words)).stderr).toContain('Unknown profile "other"');
  const nobody = aTerminal();
  expect((await nobody.latchkey(["keys", "list"])).exitCode).toBe(3);
  nobody.remove();
});

verifies("cli:login:browser", async () => {
  const user = aTerminal();
  const browser = aBrowser(service);
  await browser.signIn();
  const login = user.latchkey(["login", url]);
  await until(() => user.opened.length > 0);
  const page = new URL(user.opened[0] ?? "").pathname;
  let shown = await browser.call("GET", page);
  while (!shown.text.includes("latchkey-cli/1.2.3")) shown = await browser.call("GET", page);
  const code = codeOn(shown);
  await browser.call("POST", page, {
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ action: "allow", code }).toString(),
  });
  const { exitCode, stderr } = await login;
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining("Signed in as admin (administrator)")]);
  expect(stderr).toContain(`The page must show this code: ${code}`);
  const stored = JSON.parse(readFileSync(user.profileFile, "utf8")).profiles.default;
  expect(stored).toMatchObject({ url, kind: "token" });
  expect((await user.latchkey(["logout"])).exitCode).toBe(0);
  const gone = await service.raw("GET", "/svc/api/session", { headers: { Authorization: `Bearer ${stored.key}` } });
  expect(gone.status).toBe(401);
  user.remove();
});

verifies("cli:keys:made", async () => {
  const made = await inCi.latchkey(["keys", "create", "Contacts", "--user", "api", "--label", "From CI"], {
    input: "demo-pass\n",
  });
  expect([made.exitCode, made.stdout]).toEqual([0, expect.stringMatching(/^dk_\w+\n$/)]);
  const read = await service.raw("GET", "/svc/fmi/data/vLatest/databases/Contacts/layouts", {
    key: made.stdout.trim(),
  });
  expect(read.status).toBe(200);
  const listed = await inCi.latchkey(["keys", "list", "--json"]);
  const [row] = JSON.parse(listed.stdout).keys.filter(({ label }: { label: string }) => label === "From CI");
  const rotated = await inCi.latchkey(["keys", "rotate", String(row.id)]);
  expect(rotated.stdout).toMatch(/^dk_\w+\n$/);
  expect(rotated.stdout).not.toBe(made.stdout);
  const removed = await inCi.latchkey(["keys", "delete", String(row.id), "--yes"]);
  expect([removed.exitCode, removed.stderr]).toEqual([0, `Deleted ${row.id}\n`]);
});

verifies("cli:output:separated", async () => {
  await service.aKey({ label: "red \u001b[31m label" });
  const table = await inCi.latchkey(["api", "keys", "list-data-api-keys"]);
  expect([table.exitCode, table.stderr]).toEqual([0, ""]);
  expect(table.stdout.split("\n")[0]).toMatch(/^ID +/);
  expect(table.stdout).toContain("red ?[31m label");
  const json = await inCi.latchkey(["api", "keys", "list-data-api-keys", "--json"]);
  expect(JSON.parse(json.stdout)["api-keys"].length).toBeGreaterThan(0);
  for (const label of ["a", "b", "c"]) await service.aKey({ label });
  const lines = await inCi.latchkey(["api", "keys", "list-data-api-keys", "--limit", "2", "--all", "--ndjson"]);
  const labels = lines.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).label);
  expect(labels).toEqual(expect.arrayContaining(["a", "b", "c"]));
  const short = await inCi.latchkey(["api", "keys", "list-data-api-keys", "--limit", "2"]);
  expect(short.stderr).toMatch(/^There is more: add --all, or --cursor \S+\n$/);
});

verifies("cli:output:exit-codes", async () => {
  const missing = await inCi.latchkey(["api", "keys", "get-data-api-key", "999", "--json"]);
  expect([missing.exitCode, missing.stdout]).toEqual([1, ""]);
  expect(JSON.parse(missing.stderr).error).toMatchObject({ name: "key_not_found", status: 404 });
  const refused = await inCi.latchkey(["keys", "list"], { environment: { LATCHKEY_KEY: "ak_wrong" } });
  expect(refused.exitCode).toBe(3);
  expect(refused.stderr).toContain("latchkey login");
  const away = await inCi.latchkey(["api", "system", "update-settings"], {
    environment: { LATCHKEY_URL: "http://127.0.0.1:1/svc" },
  });
  expect([away.exitCode, away.stderr]).toEqual([4, expect.stringContaining("127.0.0.1:1 can't be reached")]);
  const stopped = new AbortController();
  stopped.abort();
  expect((await inCi.latchkey(["keys", "list"], { signal: stopped.signal })).exitCode).toBe(130);
});

verifies("cli:processes:awaited", async () => {
  work.act = async (step) => {
    await step.progress({ phase: "first", done: 1, total: 3, unit: "files" });
    return { end: "done" };
  };
  const done = await inCi.latchkey(["wait", String(await started(service, work)), "--json"]);
  expect([done.exitCode, JSON.parse(done.stdout).process.state]).toEqual([0, "done"]);
  work.act = async () => ({ end: "crashed", reason: "The disk is full" });
  const failed = await inCi.latchkey(["wait", String(await started(service, work))]);
  expect([failed.exitCode, failed.stdout]).toEqual([5, ""]);
  expect(failed.stderr).toContain("The disk is full");
});

verifies("cli:logs:followed", async () => {
  logs.write("svc-info.log", "first\nsecond\n");
  const last = await inCi.latchkey(["server", "logs", "svc-info.log", "--lines", "1"]);
  expect([last.exitCode, last.stdout]).toEqual([0, "second\n"]);
  expect((await inCi.latchkey(["server", "logs"])).stdout).toContain("svc-info.log");
  const stop = new AbortController();
  const following = inCi.latchkey(["server", "logs", "svc-info.log", "--lines", "1", "--follow"], {
    signal: stop.signal,
    onOutput(output) {
      if (output === "second\n") setTimeout(() => logs.write("svc-info.log", "third\n"), 100);
      if (output.includes("third")) stop.abort();
    },
  });
  const { exitCode, stdout } = await following;
  expect([exitCode, stdout]).toEqual([130, "second\nthird\n"]);
});

verifies("cli:commands:completed", async () => {
  const complete = async (...words: string[]) =>
    (await inCi.latchkey(["__complete", "--", ...words])).stdout.split("\n").filter((word) => word !== "");
  expect(await complete("prof")).toEqual(["profiles"]);
  expect(await complete("api", "webh")).toEqual(["webhooks"]);
  expect(await complete("api", "keys", "rotate-a")).toEqual(["rotate-admin-api-key"]);
  expect(await complete("api", "keys", "create-data-api-key", "--lab")).toEqual(["--label"]);
  expect(await complete("api", "processes", "start-process", "--kind", "keys")).toEqual(["keys.rewrap"]);
  expect(await complete("keys", "rotate", "")).toContain("2");
  expect(await complete("open", "adm")).toEqual(["admin-keys"]);
  for (const shell of ["bash", "zsh", "fish", "powershell"])
    expect((await inCi.latchkey(["completion", shell])).stdout).toContain("latchkey __complete");
});

verifies("cli:commands:checked", "texts are read from files and standard input", async () => {
  writeFileSync(`${inCi.home}/label.txt`, "from a file\n");
  const fields = { databases: ["Contacts"], user: "api" };
  writeFileSync(`${inCi.home}/fields.json`, JSON.stringify(fields));
  const words = ["api", "keys", "create-data-api-key", "--input", `${inCi.home}/fields.json`];
  const made = await inCi.latchkey([...words, "--label", `@${inCi.home}/label.txt`, "--pass", "@-", "--json"], {
    input: "demo-pass\n",
  });
  expect([made.exitCode, made.stderr]).toEqual([0, ""]);
  const { id } = JSON.parse(made.stdout);
  const { body } = await service.admin("GET", `/svc/api/api-key/${id}`);
  expect(JSON.stringify(body)).toContain('"from a file"');
});
