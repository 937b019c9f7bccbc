import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { buildLock } from "#shared/agent/protocol/tasks/build-tasks.ts";
import type { DeploymentOutcome } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { foldedDatabaseName } from "#shared/contract/values/database-name.ts";
import { processFolder } from "../builds/build-folder.ts";
import { found } from "../disk/on-disk.ts";
import { swapBack, swapIn, workFolder } from "../operations/swap.ts";
import { checkUnchanged } from "../operations/transform/check-unchanged.ts";
import { workDirectory } from "../operations/work-directory.ts";
import type { TaskContext, TaskKind } from "../tasks/task-context.ts";
import { bringFiles, broughtAs } from "./bring-files.ts";
import { deploymentPlans, draftFolder, type FilePlan, filesToClose } from "./deployment-plan.ts";
import { keepBackups } from "./kept-backups.ts";
import { copyAsDraft, migrateAll } from "./make-drafts.ts";

type Fields = TaskFields<"deployments.run">;

/**
 * Deploys files: all of them, or none. They are fetched and unpacked while the hosted ones are open; each new file is made
 * where no server looks, on the disk where it is to lie, and takes the place of the old one by a rename. The old ones are kept.
 */
export const runDeployment: TaskKind<"deployments.run"> = {
  files: ({ files }) => [
    buildLock,
    ...files.flatMap((file) => [file.target.file, ...(file.operation === "migrate" ? [file.dataSource.file] : [])]),
  ],

  plan: deploymentPlans,

  async run(fields, context) {
    const { step, progress, say, host } = context;
    const server = context.servers(fields.server);
    const message = fields.message;

    progress({ phase: "starting" });
    const plans = await step({ name: "look", perform: () => deploymentPlans(fields, context) });
    const changed = plans.flatMap((plan, index) => (plan.operation === "close" ? [] : [{ plan, index }]));
    const textRoots = fields.texts.length > 0 ? [host.roots.documents] : [];
    const directory = workDirectory(context, [...changed.map(({ plan }) => plan.root), ...textRoots]);
    await directory.open();

    const brought = await step({
      name: "fetch",
      async perform() {
        progress({ phase: "fetching" });
        const files = await bringFiles(fields, context);
        // Every one is looked for before anything is closed.
        for (const file of fields.files) if (file.operation !== "close") broughtAs(files, sourceOf(file));
        return files;
      },
      undo: () => rm(processFolder(host, context.process), { recursive: true, force: true }),
    });

    for (const { plan, index } of changed) {
      const file = fields.files[index];
      if (file === undefined || file.operation === "migrate" || file.operation === "close") continue;
      progress({ phase: "parsing options", done: 0, total: null, unit: null });
      await step({
        name: `draft ${index}`,
        perform: () => copyAsDraft(broughtAs(brought, file.source.file), plan),
        undo: () => rm(draftFolder(plan), { recursive: true, force: true }),
      });
    }

    const closing = filesToClose(fields, plans);
    const clockStart = await step({ name: "clock", perform: async () => ({ closedAt: context.clock.now() }) });
    for (const [index, { name, key }] of closing.entries()) {
      progress({ phase: "closing", done: index, total: closing.length, unit: "files" });
      await step({
        name: `close ${index}`,
        async perform() {
          await server.close([name], { force: false, message, waitMs: closingMs });
          say("info", `Closed ${name}`);
        },
        async undo() {
          await server.open(name, key);
          say("info", `Opened ${name} again, as it was`);
        },
      });
    }

    if (fields.files.some(({ operation }) => operation === "migrate"))
      await step({
        name: "migrate",
        perform: () => migrateAll(fields, plans, brought, context),
        async undo() {
          for (const { plan, index } of changed)
            if (fields.files[index]?.operation === "migrate") await rm(draftFolder(plan), { recursive: true, force: true });
        },
      });

    for (const { plan, index } of changed) {
      progress({ phase: "installing", done: index, total: fields.files.length, unit: "files" });
      await step({
        name: `swap ${index}`,
        async perform() {
          const swapped = { ...plan, source: plan.target, isInPlace: true };
          await checkUnchanged(swapped, { mark: null, force: true, files: () => server.files() });
          await swapIn(plan);
          say("info", `${wordOf(plan)} ${basename(plan.target)}`);
        },
        undo: () => swapBack(plan),
      });
    }

    await textsInPlace(fields, context);

    const opening = filesToOpen(fields, plans, closing);
    for (const [index, { name, key, isChanged }] of opening.entries()) {
      progress({ phase: "opening", done: index, total: opening.length, unit: "files" });
      await step({
        name: `open ${index}`,
        async perform() {
          await server.open(name, key);
          say("info", `Opened ${name}`);
        },
        // What was swapped in is taken out again, so no client may have it open.
        ...(isChanged && { undo: () => server.close([name], { force: true, message }) }),
      });
    }

    await context.commit();
    const closedMs = opening.length === 0 ? 0 : Math.max(0, context.clock.now() - clockStart.closedAt);
    const kept = await step({
      name: "keep",
      perform: () =>
        keepBackups(
          host,
          fields.deployment,
          changed.map(({ plan }) => ({ from: plan.kept, file: basename(plan.target), path: plan.backup })),
        ),
    });
    await step({
      name: "leave",
      perform: () => rm(processFolder(host, context.process), { recursive: true, force: true }),
    });
    await directory.clear();
    const open = new Set(opening.map(({ name }) => name));
    const leftClosed = closing.map(({ name }) => name).filter((name) => !open.has(name));
    const outcome: DeploymentOutcome = { kept: [...kept], leftClosed, closedMs };
    say("success", "Done");
    return { state: "done", reason: null, outcome: JSON.stringify(outcome) };
  },
};

/** How long people have to leave a file that closes. Milliseconds. */
const closingMs = 180_000;

function sourceOf(file: Exclude<Fields["files"][number], { readonly operation: "close" }>): string {
  return file.operation === "migrate" ? file.clone.file : file.source.file;
}

function wordOf({ operation, replacedBytes }: FilePlan): string {
  if (operation === "migrate") return "Migrated";
  return replacedBytes === null ? "Installed" : "Replaced";
}

/** What is open at the end: what was open before, what is new, and what an earlier deployment has left closed for this one. */
function filesToOpen(fields: Fields, plans: readonly FilePlan[], closed: ReturnType<typeof filesToClose>) {
  const { staysClosed, opens } = fields;
  if (staysClosed === "all") return [];
  const staying = new Set([
    ...staysClosed.map(foldedDatabaseName),
    ...fields.files.flatMap((file) => (file.operation === "close" ? [foldedDatabaseName(file.target.file)] : [])),
  ]);
  const fresh = plans.flatMap(({ target, hostedAs, operation }, index) =>
    hostedAs === null && operation !== "close"
      ? [{ name: basename(target), key: fields.files[index]?.target.encryptionKey }]
      : [],
  );
  const left = opens.map((name) => ({ name, key: undefined }));
  const files = [...closed, ...fresh, ...left].filter(({ name }) => !staying.has(foldedDatabaseName(name)));
  const changed = new Set(plans.map(({ target }) => foldedDatabaseName(basename(target))));
  return files
    .filter(({ name }, index) => files.findIndex((one) => isSame(one.name, name)) === index)
    .map((file) => ({ ...file, isChanged: changed.has(foldedDatabaseName(file.name)) }));
}

function isSame(one: string, other: string): boolean {
  return foldedDatabaseName(one) === foldedDatabaseName(other);
}

/** Puts files of text among the server's documents. One that was there is put back where the deployment is undone. */
async function textsInPlace(fields: Fields, { step, host, process }: TaskContext): Promise<void> {
  for (const [index, { fileName, content }] of fields.texts.entries()) {
    const folder = workFolder(host.roots.documents, process, index);
    const swap = {
      draft: join(folder, "draft", fileName),
      kept: join(folder, "kept", fileName),
      target: join(host.roots.documents, fileName),
    };
    await step({
      name: `text ${index}`,
      async perform() {
        if ((await found(swap.kept)) === undefined) {
          await mkdir(join(folder, "draft"), { recursive: true, mode: 0o775 });
          await writeFile(swap.draft, content, { mode: 0o664 });
        }
        await swapIn(swap);
      },
      undo: () => swapBack(swap),
    });
  }
}
