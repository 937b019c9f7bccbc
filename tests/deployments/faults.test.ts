import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect } from "vitest";
import type { NoteWatch } from "../../local-agent/tasks/task-journal.ts";
import { Client } from "../../sandbox/fmserver/world/schema/machine-schema.ts";
import { aFile, aReleaseSetup, fullAccess } from "../builds/support/a-release-setup.ts";
import { mayMount } from "../support/small-disk.ts";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { contentOf } from "./support/two-servers.ts";

const key = "right-key";
const many = Array.from({ length: 40 }, (_, index) => `Datei ${index} für 日本`);
const server = await aReleaseSetup(
  (options) => testService(options),
  "production",
  [
    aFile("Contacts", { records: 2 }),
    aFile("Orders", { records: 1 }),
    aFile("Source", { script: "After", records: 1 }),
    { ...aFile("Secret", { records: 2 }), encryptionKey: key },
    ...many.map((name, index) => ({
      ...aFile(name, { records: 1 }),
      status: index < 10 ? ("NORMAL" as const) : ("CLOSED" as const),
    })),
  ],
  false,
  { diskFloorBytes: 0, closeGraceSeconds: 240 },
);
const { faults, world } = server.service.sandbox;
let onNote: NoteWatch = async () => undefined;
const agent = await server.agent({ noteWatch: (when, note) => onNote(when, note) });
afterAll(() => server.stop());

const builds = (...parts: readonly string[]) => server.at("Data", "Backups", "Latchkey Builds", ...parts);
await server.built({
  buildId: "release",
  files: [
    { fileName: "Source", clone: true },
    { fileName: "Orders", clone: false },
  ],
});
cpSync(builds("outbox", "release"), builds("inbox", "release"), { recursive: true });
const inbox = { type: "build_inbox", buildId: "release" };
const migrate = (fileName: string, keys: object = {}) => ({
  operation: "migrate",
  clone: { fileName: "Source", ...fullAccess },
  dataSource: { fileName, ...fullAccess, ...keys },
  target: { fileName, ...keys },
});
const replace = (fileName: string, source = "Source") => ({
  operation: "replace",
  source: { fileName: source },
  target: { fileName },
});

// biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary fields of the answer
type Row = any;

const begun = async (part: object, more: object = {}): Promise<Row> => {
  const { status, text, body } = await server.post("deployment", { label: "Faults", deployments: [part], ...more });
  expect(status, text).toBe(200);
  return body.response;
};
const endOf = async ({ processIds, subDeploymentIds }: Row): Promise<Row> => {
  await server.ended(processIds[0]);
  for (;;) {
    const row = (await server.get(`deployment/${subDeploymentIds[0]}`)).body.response;
    if (row.final_result !== null) return row;
    await server.service.clock.sleep(20);
  }
};
const deployed = async (part: object, more: object = {}) => endOf(await begun(part, more));
const scriptsOf = (...files: readonly string[]) => files.map((file) => contentOf(server, file).scripts?.[0]);
const states = (...files: readonly string[]) => files.map(server.statusOf);

/** Expects that the log says what happened, the state of the files, and what to do; and that the files have that state. */
const expectAsBefore = (row: Row, happened: RegExp, whatToDo: RegExp) => {
  expect(row.final_result, row.message).toBe("failed");
  expect(row.message).toMatch(happened);
  expect(row.message).toMatch(whatToDo);
  expect(row.message).toMatch(/All files on this server are as before|No file on this server was changed/);
  expect(scriptsOf("Contacts", "Orders")).toEqual(["Before", "Before"]);
  expect(states("Contacts", "Orders")).toEqual(["NORMAL", "NORMAL"]);
  expect(existsSync(builds("work")) ? readdirSync(builds("work")) : []).toEqual([]);
  expect(existsSync(server.at("Data", "Databases", ".latchkey-work"))).toBe(false);
};
const both = { source: inbox, fileOperations: [migrate("Contacts"), replace("Orders", "Orders")] };

verifies("deployments:faults:migration", async () => {
  for (const [migration, happened] of [
    ["full-disk", /exit code 1: Error: \(800\)/],
    ["killed", /system stopped the migration of .*: the host may have too little memory/],
    [{ table: "Contacts" }, /exit code 1: Error: \(101\)/],
  ] as const) {
    faults.set({ kind: "tool", path: "^/FMDataMigration/", migration });
    expectAsBefore(await deployed(both), happened, /rerun/);
  }
  faults.clear();
});

verifies("deployments:backup:retries", async () => {
  const rehearsal = { source: inbox, fileOperations: [migrate("Contacts")] };
  const noSchedules = { kind: "status", status: 403, code: "9", method: "POST", path: "/schedules/backup$" } as const;
  const ways = [
    (times: number) => [{ kind: "schedule", error: 23, times }] as const,
    (times: number) => [noSchedules, { kind: "tool", path: "^/fmsadmin/BACKUP", exitCode: 23, times }] as const,
  ];
  for (const failing of ways) {
    faults.set(failing(2));
    expect(await deployed(rehearsal, { rehearse: true })).toMatchObject({ final_result: "successful" });
    faults.set(failing(3));
    expectAsBefore(await deployed(rehearsal, { rehearse: true }), /did not copy Contacts/, /another time.*rerun/);
  }
  faults.clear();
});

verifies("deployments:faults:people", async () => {
  const person = Client.parse({ userName: "Ann", files: [{ database: "Contacts", account: "Admin" }] });
  const client = { ...person, id: "77", connectedAt: 0, messages: [] };
  world.server.clients.set("77", client);
  const givenUp = Promise.withResolvers<void>();
  onNote = async (_when, { note }) => {
    if (note === "turned") givenUp.resolve();
  };
  const started = await begun({ ...both, options: { closeFilesMessage: "Release 12 is coming" } });
  while (server.statusOf("Contacts") !== "CLOSING") await server.service.clock.sleep(20);
  // The time that users have to leave, and then the time that FileMaker Server lets them stay.
  await server.service.turn(185_000);
  await givenUp.promise;
  await server.service.turn(60_000);
  expectAsBefore(await endOf(started), /did not close in time/, /Ask users to close/);
  expect(client.messages).toEqual(["Release 12 is coming"]);
  onNote = async () => undefined;
});

verifies("deployments:faults:source", async () => {
  const away = {
    type: "otto4",
    buildId: "release",
    serverUrl: "http://away.example.test:9",
    auth: { type: "apiKey", apiKey: "ak_1" },
  };
  const started = await begun({ ...both, source: away });
  while ((await server.get(`deployment/${started.subDeploymentIds[0]}`)).body.response.final_result === null)
    await server.service.turn(60_000);
  expectAsBefore(await endOf(started), /The source server can.t be reached/, /can-reach-other-server/);
});

verifies("deployments:faults:not-called", async () => {
  // The clock stands still: an unreachable server isn't retried, and doesn't delay other deployments.
  const other = { serverUrl: "http://10.9.8.7:3400", auth: { type: "apiKey", apiKey: "ak_1" } };
  for (const source of [
    { type: "service", buildId: "release", ...other },
    { type: "servicejit", ...other },
    { type: "url", url: "http://10.9.8.7:3400/builds/release/manifest.json" },
  ])
    expectAsBefore(
      await deployed({ ...both, source }),
      /allowed to call the source server: Blocked: 10\.9\.8\.7 is this machine or has a private address/,
      /private networks\. No file.*through a bucket/,
    );
});

verifies("deployments:run:encrypted", async () => {
  const row = await deployed({ source: inbox, fileOperations: [migrate("Secret", { encryptionKey: key })] });
  expect(row, await server.log(row.process_id)).toMatchObject({ final_result: "successful" });
  expect(world.database("Secret")).toMatchObject({ status: "NORMAL", definition: { encryptionKey: key } });
});

verifies("deployments:run:own-server", async () => {
  const auth = { type: "apiKey", apiKey: await server.service.anAdminKey() };
  const own = { serverUrl: server.url, auth };
  const copied = await deployed({
    source: { type: "otto4jit", ...own },
    fileOperations: [
      { operation: "install", source: { fileName: "Orders" }, target: { fileName: "Orders of yesterday" } },
    ],
  });
  expect(copied, await server.log(copied.process_id)).toMatchObject({ final_result: "successful" });
  expect(states("Orders of yesterday")).toEqual(["NORMAL"]);
  const renewed = await deployed({
    source: { type: "otto4", buildId: "release", ...own },
    fileOperations: [replace("Orders", "Orders")],
  });
  expect(renewed, await server.log(renewed.process_id)).toMatchObject({ final_result: "successful" });
  expect(states("Orders")).toEqual(["NORMAL"]);
});

verifies("deployments:run:many", async () => {
  const fileOperations = many.map((name, index) => (index < 12 ? migrate(name) : replace(name, "Orders")));
  const row = await deployed({ source: inbox, fileOperations, concurrency: 10 });
  expect(row, await server.log(row.process_id)).toMatchObject({ final_result: "successful", file_count: 40 });
  expect(row.migrations).toHaveLength(12);
  expect(states(...many)).toEqual(many.map((_, index) => (index < 10 ? "NORMAL" : "CLOSED")));
  expect(new Set(scriptsOf(...many.slice(0, 12)))).toEqual(new Set(["After"]));
});

if (mayMount)
  verifies("deployments:faults:disk", async () => {
    const auth = { type: "apiKey", apiKey: await server.service.anAdminKey() };
    const fetched = { ...both, source: { type: "otto4", buildId: "release", serverUrl: server.url, auth } };
    const build = (buildId: string) => server.built({ buildId, files: [{ fileName: "Source", clone: false }] });
    await onSmallDisks(async (fullFrom) => {
      for (const [step, leftBytes, happened] of [
        // Too little for the zip, and too little for its content.
        ["fetch", 0, /the disk of Backups has 0.0 MB left/i],
        ["fetch", 500_000, /the disk of .* has 0.[1-5] MB left/i],
        ["draft 1", 0, /the disk is full/i],
        ["migrate", 0, /exit code 1: Error: \(800\)/],
        ["swap 0", 0, /Contacts.fmp12 did not open: .*disk is full/],
        ["open", 0, /Contacts.fmp12 did not open: .*disk is full/],
      ] as const)
        await fullFrom(step, leftBytes, async () => {
          expectAsBefore(
            await deployed(fetched),
            happened,
            /Free space on that disk|Fix the problem that the log describes/,
          );
        });

      for (const [step, happened] of [
        ["copy", /did not copy Source.fmp12: its backup ended with error 800.*rerun the build/],
        ["zip", /The disk is full. Free space on that disk, and rerun the build/],
      ] as const)
        await fullFrom(step, 0, async () => {
          const { status, message } = await build(`full-${step}`);
          expect({ status, message }).toEqual({ status: "failed", message: expect.stringMatching(happened) });
          expect(message).toContain("No build was made. The hosted files were not changed");
          expect(readdirSync(builds("outbox"))).toEqual(["release"]);
          expect(readdirSync(builds("work"))).toEqual([]);
        });

      await fullFrom("keep", 0, async () => {
        const row = await deployed(fetched);
        expect(row).toMatchObject({ final_result: "successful", hasErrors: true });
        expect(row.message).toMatch(
          /new files are in place.*couldn't be saved for an undo: the disk is full.*move or delete/,
        );
        expect(scriptsOf("Contacts")).toEqual(["After"]);
        expect(states("Contacts", "Orders")).toEqual(["NORMAL", "NORMAL"]);
        expect(existsSync(server.at("Data", "Databases", ".latchkey-work"))).toBe(true);
      });
    });
  });

if (mayMount)
  verifies("deployments:faults:journal", async () => {
    const folder = server.at("..", "agent");
    const filler = join(folder, "filler");
    // A full disk still stores some lines in the page that was begun last: the lines of that many files need more than a page.
    const replaced = ["Orders", ...many.slice(10)].map((name) => replace(name, "Orders"));
    mountOver(folder);
    try {
      onNote = async (when, note) => {
        if (when === "after" && note.note === "step" && note.name === "swap 0" && note.state === "begun")
          fill(filler, 0);
      };
      const started = await begun({ source: inbox, fileOperations: [migrate("Contacts"), ...replaced] });
      await until(() => agent.lines.some(({ event }) => event === "work_held_up"));
      expect(agent.lines.at(-1)).toMatchObject({ event: "work_held_up", reason: "the disk is full" });
      rmSync(filler);
      // Until the service offers it again.
      await server.service.turn(30_000);
      expect(await endOf(started)).toMatchObject({ final_result: "successful" });
      expect(scriptsOf("Contacts")).toEqual(["After"]);
      expect(states("Contacts", "Orders")).toEqual(["NORMAL", "NORMAL"]);
    } finally {
      onNote = async () => undefined;
      execFileSync("umount", ["-l", folder]);
    }
  });

type FullFrom = (step: string, leftBytes: number, work: () => Promise<void>) => Promise<void>;

/** Mounts small disks in place of the folders of databases and of backups. They are full from a step on until the task is over. */
async function onSmallDisks(use: (fullFrom: FullFrom) => Promise<void>): Promise<void> {
  const folders = ["Databases", "Backups"].map((name) => server.at("Data", name));
  const fillers = folders.map((folder) => join(folder, "filler"));
  for (const folder of folders) mountOver(folder);
  try {
    await use(async (step, leftBytes, work) => {
      onNote = async (when, note) => {
        if (when === "before" && note.note === "step" && note.name === step && note.state === "begun")
          for (const filler of fillers) fill(filler, leftBytes);
      };
      await work();
      onNote = async () => undefined;
      for (const filler of fillers) rmSync(filler);
    });
  } finally {
    onNote = async () => undefined;
    for (const folder of folders) execFileSync("umount", ["-l", folder]);
  }
}

/** Mounts a small disk in place of a folder, with the folder's content. */
function mountOver(folder: string): void {
  const copy = mkdtempSync(join(tmpdir(), "latchkey-disk-"));
  cpSync(folder, copy, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=128m", "tmpfs", folder]);
  cpSync(copy, folder, { recursive: true });
  rmSync(copy, { recursive: true });
}

/** Fills a disk up to this number of bytes. */
function fill(path: string, leftBytes: number): void {
  const { bavail, bsize } = statfsSync(dirname(path));
  execFileSync("fallocate", ["-l", String(bavail * bsize - leftBytes), path]);
}
