import { rm } from "node:fs/promises";
import { basename } from "node:path";
import { buildLock } from "#shared/agent/protocol/tasks/build-tasks.ts";
import type { DeploymentOutcome, MigrationReport } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import type { TaskEnd, TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { processFolder } from "../builds/build-folder.ts";
import { checkDiskSpace } from "../disk/disk-space.ts";
import { sizeOf } from "../disk/on-disk.ts";
import { type Advice, adviseAbout } from "../operations/advice.ts";
import { afterDeployment, beforeDeployment, runScriptAround } from "../operations/run-script-around.ts";
import { swapBack, swapIn } from "../operations/swap.ts";
import { checkUnchanged } from "../operations/transform/check-unchanged.ts";
import { workDirectory } from "../operations/work-directory.ts";
import { refusedBy } from "../refused.ts";
import type { TaskContext, TaskKind } from "../tasks/task-context.ts";
import { type BroughtFile, bringFiles, broughtAs } from "./bring-files.ts";
import { containerNeeds, deploymentPlans, draftFolder, draftNeed, type FilePlan } from "./deployment-plan.ts";
import { deploymentScripts } from "./deployment-scripts.ts";
import { finishDeployment } from "./finish-deployment.ts";
import { keepFetchedBuild } from "./kept-builds.ts";
import { containerSwap, makeDraft, migrateAll } from "./make-drafts.ts";
import { filesLeftClosed, filesToClose, filesToOpen } from "./open-and-closed.ts";
import { rehearse } from "./rehearse.ts";
import { clearTexts, putTexts } from "./text-files.ts";

type Fields = TaskFields<"deployments.run">;

/** Milliseconds that users have to leave a file before it closes. */
const closingMs = 180_000;

/**
 * Deploys all files or none. Fetches and unpacks while the hosted files are open; creates each new file where the server doesn't look, on
 * its final disk, then replaces the old file by a rename. Keeps the old files.
 */
export const runDeployment: TaskKind<"deployments.run"> = {
  files: ({ files }) => [
    buildLock,
    ...files.flatMap((file) => [file.target.file, ...(file.operation === "migrate" ? [file.dataSource.file] : [])]),
  ],

  plan: deploymentPlans,

  ending(isPutBack) {
    if (isPutBack) return "All files on this server are as before, and those that were open are open.";
    return "Some files couldn't be restored. The log lists them. Check these files in the Admin Console first.";
  },

  async run(fields, context) {
    if (fields.isRehearsal) return rehearse(fields, context).catch((thrown: unknown) => adviseAbout(thrown, advice));
    return deploy(fields, context).catch((thrown: unknown) => adviseAbout(thrown, advice));
  },
};

async function deploy(fields: Fields, context: TaskContext): Promise<TaskEnd> {
  const { step, progress, say, host, clock } = context;
  const server = context.servers(fields.server);
  const { message } = fields;
  const work = processFolder(host, context.process);

  progress({ phase: "starting" });
  const plans = await step({ name: "look", perform: () => deploymentPlans(fields, context) });
  const changed = plans.flatMap((plan, index) => (plan.operation === "close" ? [] : [{ plan, index }]));
  const directory = workDirectory(
    context,
    changed.map(({ plan }) => plan.root),
  );
  await directory.open();

  const brought = await step({
    name: "fetch",
    async perform() {
      progress({ phase: "fetching" });
      const found = await bringFiles(fields, context);
      // Looks up every draft before closing anything.
      await checkDrafts(fields, plans, sourcesOf(fields, found.files));
      return found;
    },
    async undo() {
      // A user who aborts doesn't plan to continue. Failing to keep the build isn't an error of the deployment: the next one fetches it
      // again.
      if (!context.signal.aborted)
        await keepFetchedBuild(fields.source, context).catch((thrown: unknown) =>
          say("info", `The fetched build couldn't be kept in the inbox: ${refusedBy(thrown).message}`),
        );
      await rm(work, { recursive: true, force: true });
    },
  });

  progress({ phase: "parsing options", done: 0, total: null, unit: null });
  const withContainers = new Set<number>();
  const sources = sourcesOf(fields, brought.files);
  for (const { plan, index } of changed) {
    const from = sources[index];
    if (from === undefined || plan.operation === "migrate") continue;
    const isOnlyUse = sources.filter((source) => source === from).length === 1;
    const hasContainers = await step({
      name: `draft ${index}`,
      perform: () => makeDraft(from, plan, { withContainers: fields.withContainers, isOnlyUse }),
      undo: () => rm(draftFolder(plan), { recursive: true, force: true }),
    });
    if (hasContainers) withContainers.add(index);
  }

  const scripts = await deploymentScripts(fields, context);
  const before = await runScriptAround(beforeDeployment, scripts.before, context, server);

  const closing = filesToClose(fields, plans);
  const closedAt = await step({ name: "clock", perform: async () => clock.now() });
  if (closing.length > 0)
    await step({
      name: "close",
      async perform() {
        let done = 0;
        progress({ phase: "closing", done, total: closing.length, unit: "files" });
        const onClosed = (name: string) => {
          done += 1;
          progress({ done });
          say("info", `Closed ${name}`);
        };
        // All at once, because users leave them at the same time.
        await server.close(
          closing.map(({ filename }) => filename),
          { force: false, message, waitMs: closingMs, onClosed },
        );
      },
      undo: () => server.open(closing, (name) => say("info", `Reopened ${name}, unchanged`)),
    });

  let migrations: readonly MigrationReport[] = [];
  if (changed.some(({ plan }) => plan.operation === "migrate"))
    migrations = await step({
      name: "migrate",
      perform: () => migrateAll(fields, plans, brought.files, context),
      async undo() {
        for (const { plan } of changed)
          if (plan.operation === "migrate") await rm(draftFolder(plan), { recursive: true, force: true });
      },
    });

  // One listing for all: each needs a sign-in, and the files are closed meanwhile.
  let hosted: ReturnType<typeof server.files> | undefined;
  const files = () => {
    hosted ??= server.files();
    return hosted;
  };
  for (const { plan, index } of changed) {
    progress({ phase: "installing", done: index, total: fields.files.length, unit: "files" });
    await step({
      name: `swap ${index}`,
      isLate: true,
      async perform() {
        const swapped = { ...plan, source: plan.target, isInPlace: plan.replacedBytes !== null };
        await checkUnchanged(swapped, { mark: null, force: false, files });
        await swapIn(plan);
        if (withContainers.has(index)) await swapIn(containerSwap(plan));
        say("info", `${wordOf(plan)} ${basename(plan.target)}`);
      },
      async undo() {
        if (withContainers.has(index)) await swapBack(containerSwap(plan));
        await swapBack(plan);
      },
    });
  }

  await putTexts(brought.texts, context);

  const opening = filesToOpen(fields, plans, closing);
  if (opening.length > 0)
    await step({
      name: "open",
      isLate: true,
      async perform() {
        let done = 0;
        progress({ phase: "opening", done, total: opening.length, unit: "files" });
        await server.open(opening, (name) => {
          done += 1;
          progress({ done });
          say("info", `Opened ${name}`);
        });
      },
      // The new file is removed again, so no client can have it open.
      async undo() {
        const names = opening.filter(({ isChanged }) => isChanged).map(({ filename }) => filename);
        if (names.length > 0) await server.close(names, { force: true, message });
      },
    });
  const closedMs = await step({
    name: "duration",
    isLate: true,
    perform: async () => (opening.length === 0 ? 0 : Math.max(0, clock.now() - closedAt)),
  });

  const after = await runScriptAround(afterDeployment, scripts.after, context, server);

  await context.commit();
  const { kept, problem } = await finishDeployment(
    { fields, swaps: changed.map(({ plan }) => plan), directory },
    context,
  );
  await clearTexts(brought.texts, context);
  const leftClosed = filesLeftClosed(fields, closing);
  const outcome = {
    kept: [...kept],
    leftClosed: [...leftClosed],
    closedMs,
    migrations: [...migrations],
    configs: [...brought.configs],
  };
  say("success", sentenceOf(fields, kept.length));
  const problems = [before, after, problem].filter((text) => text !== undefined);
  const end =
    problems.length === 0
      ? ({ state: "done", reason: null } as const)
      : ({ state: "doneWithErrors", reason: problems.join(". ") } as const);
  return { ...end, outcome: JSON.stringify(outcome satisfies DeploymentOutcome) };
}

/** Remedies by fault, for the person who reads the deployment's result. */
const advice: Advice = {
  "no-space": "Free space on that disk, and rerun the deployment",
  "in-use": "Ask users to close the file, or choose another time, and rerun the deployment",
  "not-found": "Check the names in the deployment, in its source and on this server, and rerun it",
  exists: "Choose another name, or let the deployment overwrite it",
  changed: "Rerun the deployment",
  failed: "Fix the problem that the log describes, and rerun the deployment",
};

/** Checks the space once the new files are known. @throws Refused no-space */
async function checkDrafts(
  fields: Fields,
  plans: readonly FilePlan[],
  from: readonly (string | undefined)[],
): Promise<void> {
  const sizes = await Promise.all(from.map((path) => (path === undefined ? 0 : sizeOf(path))));
  const needs = plans.map((plan, index) => draftNeed(plan, fields.files[index], () => sizes[index]));
  const containers = fields.withContainers ? await containerNeeds(plans, (index) => from[index]) : [];
  await checkDiskSpace([...needs, ...containers], fields.floorBytes);
}

/** Returns the source path of each operation. @throws Refused if the source lacks any of them */
function sourcesOf({ files }: Fields, brought: readonly BroughtFile[]): readonly (string | undefined)[] {
  return files.map((file) => {
    if (file.operation === "close") return undefined;
    return broughtAs(brought, file.operation === "migrate" ? file.clone.file : file.source.file);
  });
}

function wordOf({ operation, replacedBytes }: FilePlan): string {
  if (operation === "migrate") return "Migrated";
  return replacedBytes === null ? "Installed" : "Replaced";
}

function sentenceOf({ files }: Fields, kept: number): string {
  const count = `${files.length} ${files.length === 1 ? "file" : "files"} deployed`;
  return kept === 0 ? count : `${count}, ${kept === 1 ? "1 kept" : `${kept} kept`} as before`;
}
