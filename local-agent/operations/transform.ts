import { rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { WorkFields } from "../../shared/contract/agent/work.ts";
import type { WorkOf } from "../work/work-context.ts";
import { roomForWork } from "./room-for-work.ts";
import { swapBack, swapIn } from "./swap.ts";
import { writeDraft } from "./transform-draft.ts";
import { transformPlans } from "./transform-plan.ts";
import { checkUntouched, markOf } from "./untouched.ts";

type Fields = WorkFields<"files.transform">;

/** Makes another file of each file with FMDeveloperTool, and puts it in its place: all of them, or none. */
export const transform: WorkOf<"files.transform"> = {
  files: ({ files }) =>
    files.flatMap(({ target }) => {
      if (target.form === "paths") return [target.source, target.target];
      return target.form === "hosted" ? [target.file, target.filename] : [target.file];
    }),

  plan: transformPlans,

  async run(fields, context) {
    const { transformation, files, server, force, message } = fields;
    const { step, say, progress } = context;
    const fileServer = context.servers(server);
    const count = { done: 0, total: files.length, unit: "files" };

    progress({ phase: "looking", ...count });
    const plans = await step({ name: "look", perform: async () => transformPlans(fields, context) });

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
          await writeDraft(context, transformation, plan, files[place]);
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

/** What opens the file once it is changed. */
function keyAfterwards(
  transformation: Fields["transformation"],
  opener: Fields["files"][number] | undefined,
): string | undefined {
  if (transformation.operation === "encrypt") return transformation.encryptionKey;
  return transformation.operation === "decrypt" ? undefined : opener?.currentEncryptionKey;
}
