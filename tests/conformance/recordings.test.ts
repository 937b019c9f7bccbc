import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect } from "vitest";
import { hashesOf } from "../../local-agent/conformance/packed-recording.ts";
import { FolderEntry, HttpEntry, LogEntry, Manifest, ProgramEntry } from "../../local-agent/conformance/recording.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { aRecordedHost } from "./support/a-recorded-host.ts";
import { canaries, canaryAccount, canaryAdmin, canaryFile, canaryLayout, canaryWorld } from "./support/canary-world.ts";
import { stateOf } from "./support/state-of-host.ts";

const host = await aRecordedHost({
  ...{ world: canaryWorld, file: canaryFile, layout: canaryLayout, account: canaryAccount, admin: canaryAdmin },
});
afterAll(() => host.close());

const forms = { http: HttpEntry, cli: ProgramEntry, fs: FolderEntry, log: LogEntry } as const;
const maxMs = 180_000;
/** Kills per run. The figure of 50 is reached with CONFORMANCE_KILLS=50. */
const kills = Number(process.env.CONFORMANCE_KILLS ?? 2);

const before = stateOf(host);
// The first recording: later ones meet an account that is locked out, because nobody has it.
const recorded = await host.record(["--full"]);

verifies("agent:conformance:questions", async () => {
  const startedAt = Date.now();
  const files = await host.record();
  expect(Date.now() - startedAt).toBeLessThan(maxMs);
  const manifest = Manifest.parse(JSON.parse(String(files.get("manifest.json"))));
  expect(manifest.server.version).toBe("22.0.4.427");
  for (const api of ["web.", "admin.", "data.", "odata.", "program.", "folder.", "log."])
    expect(
      manifest.steps.filter((step) => step.startsWith(api)),
      api,
    ).not.toEqual([]);
  expect(manifest.steps.length).toBeGreaterThanOrEqual(150);
  expect(new Set(manifest.steps).size).toBe(manifest.steps.length);
  const entries = new Map([...files].filter(([name]) => name !== "manifest.json"));
  expect(manifest.hashes).toEqual(hashesOf(entries));
  for (const [name, text] of entries) {
    const form = forms[name.split("/")[0] as keyof typeof forms];
    if (form !== undefined) expect(form.safeParse(JSON.parse(text)).error, name).toBeUndefined();
  }
  expect(host.server.counters.openSessions()).toBe(0);
  expect(host.server.counters.openAdminSessions()).toBe(0);
});

verifies("agent:conformance:anonymous", async () => {
  const files = recorded;
  const all = [...files]
    .map(([name, text]) => name + text)
    .join("\n")
    .toLowerCase();
  // The recording is about this server: without its names, but with its answers.
  expect(all).toContain("«file1»");
  expect(canaries).toHaveLength(40);
  expect(canaries.filter((canary) => all.includes(canary))).toEqual([]);
  expect(all).not.toContain(host.folder.toLowerCase());
});

verifies("agent:conformance:anonymous", "a word of the administrator's list stops the recording", async () => {
  const words = join(host.folder, "words.txt");
  writeFileSync(words, "SINGLE_DB\n\n");
  await expect(host.record(["--words", words])).rejects.toThrow(/http\/\d+\.json: a word of your list/);
});

verifies("agent:conformance:expectations", async () => {
  const files = recorded;
  const reported = JSON.parse(String(files.get("expectations.json"))) as Record<string, Record<string, string>>;
  const steps = Object.entries(reported).sort(([a], [b]) => (a < b ? -1 : 1));
  const outcomes = Object.fromEntries(steps.map(([step, { seen }]) => [step, seen]));
  await expect(`${JSON.stringify(outcomes, null, 2)}\n`).toMatchFileSnapshot(
    "../../local-agent/conformance/expected-outcomes.json",
  );
  expect(steps.filter(([, { verdict }]) => verdict !== "equal")).toEqual([]);
});

verifies("agent:conformance:leaves-nothing", async () => {
  const manifest = JSON.parse(String(recorded.get("manifest.json")));
  expect(manifest.steps).toEqual(
    expect.arrayContaining(["admin.write.key.create", "data.write.create", "odata.write.create"]),
  );
  expect(manifest.skipped).not.toHaveProperty("copy");
  expect(stateOf(host)).toEqual(before);
});

verifies("agent:conformance:leaves-nothing", "a recorder that is killed leaves nothing either", async () => {
  let withTraces = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const words = [
      "conformance",
      "record",
      "--server",
      host.server.origin,
      "--file",
      canaryFile,
      "--layout",
      canaryLayout,
    ];
    const child = host.start([...words, "--full"]);
    const ended = once(child, "exit");
    // Kills while it changes something: from the first note on, at moments that spread over its work.
    await until(() => readdirSync(host.folder).includes("trial.json") || child.exitCode !== null);
    await wait((kill / kills) * 2_500);
    child.kill("SIGKILL");
    await ended;
    if (readdirSync(host.folder).includes("trial.json")) withTraces += 1;
    await until(() => !readdirSync(host.folder).includes("trial.json"));
    expect(stateOf(host), `after kill ${kill + 1} of ${kills}`).toEqual(before);
  }
  expect(withTraces).toBeGreaterThan(0);
});
