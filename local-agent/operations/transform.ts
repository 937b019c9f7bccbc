import { randomUUID } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { WorkFields } from "../../shared/contract/agent/work.ts";
import { found } from "../archive/on-disk.ts";
import { Refused } from "../refused.ts";
import { checkRoom } from "../room.ts";
import type { WorkContext, WorkOf } from "../work/work-context.ts";
import { type Places, placesOf } from "./places.ts";
import { roomForWork } from "./room-for-work.ts";
import { runDeveloperTool } from "./run-tool.ts";
import { finishDraft, type Swap, swapBack, swapIn, workFolder } from "./swap.ts";
import { toolArguments, uuidSubcommand } from "./tool-arguments.ts";
import { checkUntouched, markOf } from "./untouched.ts";

type Fields = WorkFields<"files.transform">;
type FileWish = Fields["files"][number];

/** What is to be done to one file: where everything is, decided once. */
interface Plan extends Swap {
  readonly source: string;
  readonly root: string;
  readonly sizeBytes: number;
  readonly hostedAs: string | null;
  readonly isOpen: boolean;
  readonly isInPlace: boolean;
}

/** Makes another file of each file with FMDeveloperTool, and puts it in its place: all of them, or none. */
export const transform: WorkOf<"files.transform"> = {
  files: ({ files }) =>
    files.flatMap(({ target }) => {
      if (target.form === "paths") return [target.source, target.target];
      return target.form === "hosted" ? [target.file, target.filename] : [target.file];
    }),

  async run(fields, context) {
    const { transformation, files, server, force, message } = fields;
    const { step, say, progress } = context;
    const fileServer = context.servers(server);
    const count = { done: 0, total: files.length, unit: "files" };

    progress({ phase: "looking", ...count });
    const plans = await step({ name: "look", perform: async () => planned(fields, context) });

    const room = roomForWork(
      context,
      plans.map(({ root }) => root),
    );
    await room.open();

    progress({ phase: "closing", ...count });
    for (const [place, plan] of plans.entries()) {
      const { hostedAs: name } = plan;
      if (name === null || !plan.isOpen) continue;
      await step({
        name: `close ${place}`,
        perform: async () => {
          await fileServer.close([name], { force, message });
          say("info", `Closed ${name}`);
        },
        undo: async () => {
          await fileServer.open(name, files[place]?.currentEncryptionKey);
          say("info", `Opened ${name} again, as it was`);
        },
      });
    }

    const marks: (string | null)[] = [];
    for (const [place, plan] of plans.entries()) {
      progress({ phase: "working", ...count, done: place });
      const mark = await step({
        name: `draft ${place}`,
        async perform() {
          await drafted(context, transformation, plan, files[place]);
          return markOf(plan.source);
        },
        undo: () => rm(dirname(plan.draft), { recursive: true, force: true }),
      });
      marks.push(mark);
    }

    progress({ phase: "swapping", ...count });
    for (const [place, plan] of plans.entries())
      await step({
        name: `swap ${place}`,
        async perform() {
          await checkUntouched(plan, { mark: marks[place], force, files: () => fileServer.files() });
          await swapIn(plan);
        },
        undo: () => swapBack(plan),
      });

    for (const [place, plan] of plans.entries()) {
      progress({ phase: "opening", ...count, done: place });
      const { hostedAs: name } = plan;
      if (name === null || !plan.isOpen) continue;
      const key = plan.isInPlace ? keyAfterwards(transformation, files[place]) : files[place]?.currentEncryptionKey;
      await step({
        name: `open ${place}`,
        perform: async () => {
          await fileServer.open(name, key);
          say("info", `Opened ${name}`);
        },
        // What was swapped in is taken out again, so nobody may have it open.
        ...(plan.isInPlace && { undo: () => fileServer.close([name], { force: true, message }) }),
      });
    }

    await context.commit();
    await room.clear();
    for (const { target } of plans) say("success", `Made ${basename(target)}`);
    progress({ done: plans.length });
    return { state: "done", reason: null };
  },
};

async function planned(
  { transformation, files, server, force, floorBytes }: Fields,
  context: WorkContext,
): Promise<Plan[]> {
  const places = await placesOf(context.host, context.servers(server));
  const plans: Plan[] = [];
  for (const [place, wish] of files.entries()) plans.push(await planOf(places, wish, place, context.process));
  const factor = transformation.operation === "encrypt" && files.some((file) => file.currentEncryptionKey) ? 2 : 1;
  await checkRoom(
    plans.map(({ root, sizeBytes }) => ({ folder: root, bytes: sizeBytes * factor })),
    floorBytes,
  );
  for (const { isInPlace, target } of plans) {
    if (isInPlace || (await found(target)) === undefined) continue;
    if (places.hostedAs(basename(target))?.isOpen === true && dirname(target) !== context.host.roots.documents)
      throw new Refused("in-use", `${basename(target)} is there already, and open`);
    if (!force) throw new Refused("in-use", `${basename(target)} is there already`);
  }
  return plans;
}

async function planOf(places: Places, { target: wish }: FileWish, place: number, process: number): Promise<Plan> {
  const source = await places.source(wish.form === "paths" ? wish.source : wish.file);
  const { path: target, root } = await places.target(wish, source);
  const folder = workFolder(root, process, place);
  return {
    source: source.path,
    sizeBytes: source.sizeBytes,
    hostedAs: source.hostedAs,
    isOpen: source.isOpen,
    isInPlace: source.path === target,
    target,
    root,
    draft: join(folder, "draft", basename(target)),
    kept: join(folder, "kept", basename(target)),
  };
}

/** Lets the tool write the draft, from the beginning. One of an earlier life that nobody knows of writes into another folder. */
async function drafted(
  context: WorkContext,
  transformation: Fields["transformation"],
  { source, draft }: Plan,
  opener: FileWish | undefined,
): Promise<void> {
  await rm(dirname(draft), { recursive: true, force: true });
  const folder = join(dirname(draft), randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o775 });
  const made = join(folder, basename(draft));
  let from = source;
  let key = opener?.currentEncryptionKey;
  if (transformation.operation === "encrypt" && key) {
    // A file that is encrypted is decrypted first: the tool encrypts only what is not.
    from = join(folder, `${basename(draft)}.decrypted.fmp12`);
    await runDeveloperTool(context, toolArguments({ operation: "decrypt" }, { ...opener, source, draft: from }));
    key = undefined;
  }
  const found = transformation.operation === "new-uuid" ? await subcommandFound(context) : undefined;
  const call = { ...opener, currentEncryptionKey: key, source: from, draft: made, found };
  await runDeveloperTool(context, toolArguments(transformation, call));
  await finishDraft(made, source).catch((cause: unknown) => {
    throw new Refused("failed", "FMDeveloperTool says that it is done, and made no file", { cause });
  });
  await rename(made, draft);
  await rm(folder, { recursive: true });
}

async function subcommandFound(context: WorkContext): Promise<string> {
  const { output } = await context.tool("FMDeveloperTool", ["--help"]);
  const found = uuidSubcommand(output);
  if (found === undefined) throw new Refused("tool-missing", "this FMDeveloperTool gives files no other UUID");
  return found;
}

/** What opens the file once it is changed. */
function keyAfterwards(transformation: Fields["transformation"], opener: FileWish | undefined): string | undefined {
  if (transformation.operation === "encrypt") return transformation.encryptionKey;
  return transformation.operation === "decrypt" ? undefined : opener?.currentEncryptionKey;
}
