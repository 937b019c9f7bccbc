import { basename } from "node:path";
import type { WorkOf } from "../work/work-context.ts";
import { openFiles } from "./closed-files.ts";
import { placesOf, type Source } from "./places.ts";
import { sentenceOf } from "./run-tool.ts";

/** Looks with FMDeveloperTool whether files are whole. One that is not ends the work with errors. */
export const checkFiles: WorkOf<"files.check"> = {
  files: ({ files }) => files.map(({ path }) => path),

  async run({ files, server, force, message }, context) {
    const { step, say, progress } = context;
    const fileServer = context.servers(server);
    const count = { done: 0, total: files.length, unit: "files" };

    progress({ phase: "looking", ...count });
    const sources = await step({
      name: "look",
      async perform() {
        const places = await placesOf(context.host, fileServer);
        const found: Source[] = [];
        for (const { path } of files) found.push(await places.source(path));
        return found;
      },
    });

    progress({ phase: "closing", ...count });
    const open = openFiles(context, fileServer, {
      sources,
      keyOf: (place) => files[place]?.currentEncryptionKey,
      force,
      message,
    });
    await open.close();

    const faults: string[] = [];
    for (const [place, { path }] of sources.entries()) {
      progress({ phase: "working", ...count, done: place });
      const fault = await step({
        name: `check ${place}`,
        async perform() {
          const key = files[place]?.currentEncryptionKey;
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
    progress({ done: files.length });
    const [first] = faults;
    return first === undefined ? { state: "done", reason: null } : { state: "doneWithErrors", reason: first };
  },
};
