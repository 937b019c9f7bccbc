import { cpSync, existsSync, readdirSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { Stopping } from "../../local-agent/tasks/stopping.ts";
import type { Note, NoteWatch } from "../../local-agent/tasks/task-journal.ts";
import { aFile, aReleaseSetup, fullAccess } from "../builds/support/a-release-setup.ts";
import { type Moment, momentsOf } from "../files/operations/support/killed-at.ts";
import { takesEveryMoment } from "../support/crashes/every-moment.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { contentOf } from "./support/two-servers.ts";

const server = await aReleaseSetup(
  testService,
  "production",
  [
    aFile("Contacts", { records: 2 }),
    aFile("Orders", { records: 1 }),
    aFile("Source", { script: "After", records: 3 }),
    { ...aFile("Locked", { script: "After" }), encryptionKey: "a-key-that-nobody-names" },
  ],
  false,
);
afterAll(() => server.stop());

const builds = (...parts: readonly string[]) => server.at("Data", "Backups", "Latchkey Builds", ...parts);
const first = await server.agent();
await server.built({
  buildId: "release",
  files: [
    { fileName: "Source", clone: true },
    { fileName: "Locked", clone: false },
  ],
});
await first.stop();
cpSync(builds("outbox", "release"), builds("inbox", "release"), { recursive: true });

const replaced = (file: string) => ({
  operation: "replace",
  source: { fileName: file },
  target: { fileName: "Orders" },
});
const deployment = (orders: object) => ({
  label: "Killed",
  deployments: [
    {
      source: { type: "build_inbox", buildId: "release" },
      fileOperations: [
        {
          operation: "migrate",
          clone: { fileName: "Source", ...fullAccess },
          dataSource: { fileName: "Contacts", ...fullAccess },
          target: { fileName: "Contacts" },
        },
        orders,
      ],
    },
  ],
});
interface Work {
  readonly start: () => ReturnType<typeof server.post>;
  readonly script: string;
  readonly result: string;
}
/** A successful deployment, its undo, and one whose file doesn't open when all files are in place. */
let deployed = 0;
const deploy: Work = {
  start: () => server.post("deployment", deployment(replaced("Source"))),
  script: "After",
  result: "successful",
};
const undo: Work = {
  start: () => server.post("deployment/undo", { id: deployed }),
  script: "Before",
  result: "successful",
};
const fail: Work = {
  start: () => server.post("deployment", deployment(replaced("Locked"))),
  script: "Before",
  result: "failed",
};

const nameOf = (note: Note) => (note.note === "step" ? `${note.name} ${note.state}` : note.note);

/** Checks that each file is complete and in one of the two states. */
const checkWhole = () => {
  for (const file of ["Contacts", "Orders"]) {
    const place = server.at("Data", "Databases", `${file}.fmp12`);
    // Between two renames, the file is next to its place, and the journal knows where.
    if (existsSync(place) && script(file) !== undefined) expect(["Before", "After"]).toContain(script(file));
  }
};
const script = (file: string) => contentOf(server, file).scripts?.[0];

const ended = async (work: Work, started: Awaited<ReturnType<Work["start"]>>): Promise<void> => {
  const { processIds, subDeploymentIds } = started.body.response;
  await server.ended(processIds[0]);
  const row = (await server.get(`deployment/${subDeploymentIds[0]}`)).body.response;
  expect(row, await server.log(processIds[0])).toMatchObject({ final_result: work.result });
  expect(["Contacts", "Orders"].map(script)).toEqual([work.script, work.script]);
  expect(["Contacts", "Orders"].map(server.statusOf)).toEqual(["NORMAL", "NORMAL"]);
  expect(existsSync(builds("work")) ? readdirSync(builds("work")) : []).toEqual([]);
  expect(existsSync(server.at("Data", "Databases", ".latchkey-work"))).toBe(false);
  if (work === deploy) deployed = subDeploymentIds[0];
};

/** Resolves with true if an agent has the process by the service's records. */
const isElsewhere = async (processId: number): Promise<boolean> =>
  (await server.service.rows("processes")).some(({ fields }) => fields.id === processId && fields.isElsewhere === true);

const notesOf = async (work: Work): Promise<readonly string[]> => {
  const notes: string[] = [];
  const noteWatch: NoteWatch = async (when, note) => {
    if (when === "before") notes.push(nameOf(note));
  };
  const agent = await server.agent({ again: true, noteWatch });
  await ended(work, await work.start());
  await agent.stop();
  return notes;
};

const killedAt = async (work: Work, moment: Moment): Promise<void> => {
  const death = Promise.withResolvers<void>();
  let count = 0;
  const noteWatch: NoteWatch = async (when) => {
    if (when === "before") count += 1;
    if (when !== moment.when || count !== moment.number) return;
    death.resolve();
    throw new Stopping();
  };
  const dying = await server.agent({ again: true, noteWatch });
  const started = await work.start();
  await death.promise;
  await dying.stop();
  checkWhole();
  const next = await server.agent({ again: true });
  await ended(work, started);
  await next.stop();
};

const deployNotes = await notesOf(deploy);
const undoNotes = await notesOf(undo);
const failNotes = await notesOf(fail);
/** Points that differ in the position of files. `EVERY_MOMENT=1` tests all points, which takes minutes. */
const telling = /^after (?:fetch done|migrate begun|swap 1 begun|committed)$|^before (?:close|swap 0|open|keep) done$/;
const fromClosing = (notes: readonly string[]) =>
  momentsOf(notes).filter(({ when, note }) => takesEveryMoment || telling.test(`${when} ${note}`));
const tellingBack = /^after turned$|^before (?:open|swap 0|migrate|close) undone$/;
const rollback = (notes: readonly string[]) =>
  momentsOf(notes).filter(
    ({ when, number, note }) =>
      number >= notes.indexOf("turned") && (takesEveryMoment || tellingBack.test(`${when} ${note}`)),
  );

verifies("deployments:run:killed", "each step is in the journal before and after", async () => {
  const steps = (...names: readonly string[]) => names.flatMap((name) => [`${name} begun`, `${name} done`]);
  const swaps = ["swap 0", "swap 1", "open", "duration"];
  expect(deployNotes.slice(deployNotes.indexOf("close begun"))).toEqual([
    ...steps("close"),
    ...steps("migrate"),
    ...steps(...swaps),
    "committed",
    ...steps("leave", "keep", "tidy"),
    "ended",
  ]);
  expect(failNotes).toEqual(expect.arrayContaining(["turned", "swap 0 undone", "swap 1 undone", "close undone"]));
});

const pairs = [...fromClosing(deployNotes)];
const undoMoments = [...fromClosing(undoNotes)];
for (let index = 0; index < Math.max(pairs.length, undoMoments.length); index += 1) {
  const [one, other] = [pairs[index] ?? pairs.at(-1), undoMoments[index] ?? undoMoments.at(-1)];
  if (one === undefined || other === undefined) throw new Error("There is no moment");
  verifies(
    "deployments:run:killed",
    `${one.when} "${one.note}", and its undo ${other.when} "${other.note}"`,
    async () => {
      await killedAt(deploy, one);
      await killedAt(undo, other);
    },
  );
}

for (const moment of rollback(failNotes))
  verifies("deployments:run:killed", `undoing, ${moment.when} "${moment.note}"`, () => killedAt(fail, moment));

verifies("deployments:abort:running", async () => {
  const started = await deploy.start();
  const [id] = started.body.response.subDeploymentIds;
  expect((await server.post("deployment/abort", { id })).body.response).toEqual({ success: true });
  await server.ended(started.body.response.processIds[0]);
  expect((await server.get(`deployment/${id}`)).body.response).toMatchObject({
    status: "aborted",
    final_result: "aborted",
  });
  expect(await server.post("deployment/abort")).toRefuseWith("deployment_not_running");
});

verifies("deployments:abort:undone", async () => {
  const [closed, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const noteWatch: NoteWatch = async (when, note) => {
    if (when !== "before" || nameOf(note) !== "close done") return;
    closed.resolve();
    await goOn.promise;
  };
  const agent = await server.agent({ again: true, noteWatch });
  const started = await deploy.start();
  await closed.promise;
  expect(["Contacts", "Orders"].map(server.statusOf)).toEqual(["CLOSED", "CLOSED"]);
  expect((await server.post("deployment/abort")).status).toBe(200);
  goOn.resolve();
  await ended({ ...fail, result: "aborted" }, started);
  await agent.stop();
});

verifies("deployments:abort:late", async () => {
  const [replaced, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const noteWatch: NoteWatch = async (when, note) => {
    if (when !== "before" || nameOf(note) !== "swap 0 done") return;
    replaced.resolve();
    await goOn.promise;
  };
  const agent = await server.agent({ again: true, noteWatch });
  const started = await deploy.start();
  const [processId] = started.body.response.processIds;
  await replaced.promise;
  while ((await server.get(`processes/${processId}`)).body.response.process.phase !== "installing")
    await server.service.clock.sleep(20);
  expect(await server.post("deployment/abort")).toRefuseWith("deployment_not_abortable");
  goOn.resolve();
  await ended(deploy, started);
  const undone = await undo.start();
  await ended(undo, undone);
  await agent.stop();
});

verifies("deployments:resume:crashed", async () => {
  const [death, handedOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const noteWatch: NoteWatch = async (_when, note) => {
    if (nameOf(note) !== "clock begun") return;
    await handedOver.promise;
    death.resolve();
    throw new Stopping();
  };
  const dying = await server.agent({ again: true, noteWatch });
  const started = await deploy.start();
  // Until the service has recorded which agent has the task, it would offer it to another one.
  while (!(await isElsewhere(started.body.response.processIds[0]))) await server.service.clock.sleep(10);
  handedOver.resolve();
  await death.promise;
  await dying.stop();
  const [id] = started.body.response.subDeploymentIds;
  // Another agent has no record of what the previous one started.
  await server.agent();
  await server.ended(started.body.response.processIds[0]);
  expect((await server.get(`deployment/${id}`)).body.response).toMatchObject({ final_result: "crashed" });
  const resumed = await server.post(`deployment/${id}/resume`);
  expect(resumed.body.response).toMatchObject({ success: true });
  const { processId } = resumed.body.response;
  expect(await server.ended(processId), await server.log(processId)).toMatchObject({ state: "done" });
  expect((await server.get(`deployment/${id}`)).body.response).toMatchObject({ id, final_result: "successful" });
  expect(await server.post(`deployment/${id}/resume`)).toRefuseWith("deployment_not_crashed");
});
