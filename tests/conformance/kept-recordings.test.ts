import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { Manifest } from "../../local-agent/conformance/recording.ts";
import { startServer } from "../../sandbox/fmserver/server.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { type ARecordedHost, aRecordedHost } from "./support/a-recorded-host.ts";
import { canaryAccount, canaryAdmin, canaryFile, canaryLayout, canaryWorld } from "./support/canary-world.ts";
import { type Difference, differencesBetween } from "./support/compared-recordings.ts";

const recordings = fileURLToPath(new URL("../recordings/", import.meta.url));
const folders = readdirSync(recordings, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** Records the stand-in in a version, or with a profile. */
async function standIn(
  server: object,
): Promise<{ readonly files: ReadonlyMap<string, string>; readonly host: ARecordedHost }> {
  const world = { ...canaryWorld, server: { ...canaryWorld.server, ...server } };
  const host = await aRecordedHost({
    ...{ world, file: canaryFile, layout: canaryLayout, account: canaryAccount, admin: canaryAdmin },
  });
  try {
    return { files: await host.record(), host };
  } finally {
    await host.close();
  }
}

const { files: usual } = await standIn({});

verifies("agent:conformance:compared", async () => {
  expect(differencesBetween(usual, usual)).toEqual([]);
  const { files: kindest } = await standIn({ profile: "kindest" });
  const differences = differencesBetween(kindest, usual).map(({ step, path }) => `${step} ${path}`);
  // What profiles differ in is found at the step that asks for it, and named by its key.
  expect(differences).toEqual(
    expect.arrayContaining([expect.stringMatching(/^odata\.filter\.encoded-colon response\.status$/)]),
  );
  expect(differences.filter((line) => line.startsWith("data.login "))).toEqual([]);
});

verifies("agent:conformance:compared", "another key, type, code or header in one answer is a difference", () => {
  const changes: Readonly<Record<string, (text: string) => string>> = {
    "response.body.response.databases.0.id": (text) => text.replace('"id": "1"', '"id": 1'),
    "response.body.response.databases.0.filename": (text) => text.replace('"filename"', '"fileName"'),
    "response.body.messages.0.code": (text) => text.replace('"code": "0"', '"code": "9"'),
    "response.headers": (text) => text.replace("X-Frame-Options: SAMEORIGIN", "X-Frame-Options: DENY"),
  };
  const [name = "", text = ""] = [...usual].find(([, each]) => each.includes('"step": "admin.databases"')) ?? [];
  for (const [path, change] of Object.entries(changes)) {
    const changed = change(text);
    expect(changed, path).not.toBe(text);
    const found = differencesBetween(new Map([...usual, [name, changed]]), usual);
    expect(found.map(({ path: at }) => at)).toContain(path);
    expect(new Set(found.map(({ step }) => step))).toEqual(new Set(["admin.databases"]));
  }
});

verifies(
  "agent:conformance:compared",
  "every kept recording agrees with the stand-in, except for what its list allows",
  async () => {
    for (const { name } of folders) {
      const files = filesIn(join(recordings, name));
      const { server } = Manifest.parse(JSON.parse(String(files.get("manifest.json"))));
      const { files: own } = await standIn({ version: server.version });
      const list = join(recordings, name, "allowed.json");
      const allowed: Readonly<Record<string, string>> = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : {};
      const found = new Map(
        differencesBetween(files, own).map((one): [string, Difference] => [`${one.step} ${one.path}`, one]),
      );
      expect(
        [...found].filter(([key]) => !(key in allowed)).map(([, one]) => one),
        name,
      ).toEqual([]);
      expect(
        Object.keys(allowed).filter((key) => !found.has(key)),
        `${name}: allowed, but not needed`,
      ).toEqual([]);
    }
  },
);

verifies("agent:conformance:replayed", async () => {
  const folder = scratchFolder();
  for (const [name, text] of usual) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  // Another world: the answers are those of the recording.
  const replay = await startServer({ replay: folder, world: { server: { version: "19.6.4.402" } } });
  try {
    const about = await fetch(`${replay.origin}/fmws/serverinfo`);
    expect(JSON.stringify(await about.json())).toContain("22.0.4");
    const refused = await fetch(`${replay.origin}/fmi/data/vLatest/databases/Any/sessions`, {
      method: "POST",
      body: "{}",
    });
    expect(refused.status).toBe(401);
    const login = await fetch(`${replay.origin}/fmi/data/vLatest/databases/Any/sessions`, {
      method: "POST",
      headers: { Authorization: `Basic ${Buffer.from("api:any").toString("base64")}` },
      body: "{}",
    });
    const { response } = (await login.json()) as { readonly response: { readonly token: string } };
    expect(response.token).toMatch(/^a{40,}$/);
    const own = await fetch(`${replay.origin}/sandbox/state`);
    expect(own.status).toBeLessThan(500);
  } finally {
    await replay.close();
  }
});

verifies("agent:conformance:replayed", "the service works with a server that answers from a recording", async () => {
  const folder = scratchFolder();
  for (const [name, text] of usual) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const service = await testService({ sandbox: { replay: folder } });
  try {
    // The sign-in of the Admin Console and the list of files are the recording's.
    const listed = await service.admin("GET", "/svc/api/databases");
    expect(listed.status).toBe(200);
    expect(JSON.stringify(listed.body.response)).toContain("file1");
  } finally {
    await service.stop();
  }
});

function filesIn(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    names.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1), readFileSync(path, "utf8")];
    }),
  );
}
