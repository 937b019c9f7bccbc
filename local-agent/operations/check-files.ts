import { basename } from "node:path";
import type { TaskKind } from "../tasks/task-context.ts";
import { sentenceOf } from "./developer-tool.ts";
import { fileLocations, type Source } from "./file-locations.ts";
import { openFiles } from "./open-files.ts";
import { tryOnCopy, withKey } from "./try-on-copy.ts";
import { workDirectory } from "./work-directory.ts";

/** Checks files for damage with FMDeveloperTool. A damaged file ends the task with errors. */
export const checkFiles: TaskKind<"files.check"> = {
  files: ({ files }) => files.map(({ path }) => path),

  async run({ files, server, force, message }, context) {
    const { step, say, progress } = context;
    const fileServer = context.servers(server);
    const count = { done: 0, total: files.length, unit: "files" };

    progress({ phase: "looking", ...count });
    const sources = await step({
      name: "look",
      async perform() {
        const locations = await fileLocations(context.host, fileServer);
        const found: Source[] = [];
        for (const { path } of files) found.push(await locations.source(path));
        return found;
      },
    });

    const root = context.host.roots.databases;
    const directory = workDirectory(context, [root]);
    await directory.open();
    for (const [index, { hostedAs: file, isOpen }] of sources.entries()) {
      const key = files[index]?.currentEncryptionKey;
      if (file !== null && isOpen && key !== undefined)
        await tryOnCopy(context, { index, file, root, server }, withKey(context, key));
    }

    progress({ phase: "closing", ...count });
    const open = openFiles(context, fileServer, {
      sources,
      keyOf: (index) => files[index]?.currentEncryptionKey,
      force,
      message,
    });
    await open.close();

    const faults: string[] = [];
    for (const [index, { path }] of sources.entries()) {
      progress({ phase: "working", ...count, done: index });
      const fault = await step({
        name: `check ${index}`,
        async perform() {
          const key = files[index]?.currentEncryptionKey;
          const ended = await context.tool("FMDeveloperTool", [
            "--checkConsistency",
            path,
            ...(key ? ["-e", key] : []),
          ]);
          const sentence = ended.exitCode === 0 ? null : `${basename(path)}: ${sentenceOf(ended)}`;
          if (sentence === null) say("success", `${basename(path)} is consistent`);
          else say("error", sentence);
          return sentence;
        },
      });
      if (fault !== null) faults.push(fault);
    }

    progress({ phase: "opening", ...count });
    await open.reopen();
    await directory.clear();
    progress({ done: files.length });
    const [first] = faults;
    return first === undefined ? { state: "done", reason: null } : { state: "doneWithErrors", reason: first };
  },
};
