import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { CommandName, FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import { manifestPageBytes } from "#shared/agent/protocol/commands/build-commands.ts";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import type { HostUploads } from "../browser/uploads/host-uploads.ts";
import { found } from "../disk/on-disk.ts";
import { syncFolder } from "../disk/sync-folder.ts";
import type { Host } from "../host.ts";
import { boxFolder, buildFolder, manifestName } from "./build-folder.ts";
import { expectZip } from "./pushed-zips.ts";

type BuildCommand = Extract<CommandName, `builds.${string}`>;
type BuildCommands = { readonly [Name in BuildCommand]: (fields: FieldsOf<Name>) => Promise<ReplyOf<Name>> };

/** Commands for builds on this host. */
export function buildCommands(host: Host, uploads: HostUploads): BuildCommands {
  return {
    "builds.list": (fields) => listBuilds(host, fields),
    async "builds.remove"({ box, build }) {
      const folder = buildFolder(host, box, build);
      const wasThere = (await found(folder)) !== undefined;
      await rm(folder, { recursive: true, force: true });
      if (wasThere) await syncFolder(boxFolder(host, box));
      return { wasThere };
    },
    async "builds.expect"(zip) {
      await expectZip(host, uploads, zip);
      return {};
    },
  };
}

async function listBuilds(host: Host, { box, after = "" }: FieldsOf<"builds.list">): Promise<ReplyOf<"builds.list">> {
  const folder = boxFolder(host, box);
  if ((await found(folder)) === undefined) return { builds: [], isCut: false };
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith(".")).map(({ name }) => name);
  const builds: ReplyOf<"builds.list">["builds"][number][] = [];
  let size = 0;
  for (const build of names.sort().filter((name) => name > after)) {
    const manifest = await manifestIn(join(folder, build, manifestName));
    size += (manifest?.length ?? 0) + 500;
    if (builds.length > 0 && size > manifestPageBytes) return { builds, isCut: true };
    const { mtimeMs = 0 } = (await found(join(folder, build))) ?? {};
    builds.push({ build, manifest, modifiedAt: Math.floor(mtimeMs) });
  }
  return { builds, isCut: false };
}

/** Returns null for files that aren't manifests or are too long for one message. */
async function manifestIn(path: string): Promise<string | null> {
  try {
    const text = await readFile(path, "utf8");
    return text.length <= manifestPageBytes && jsonIn(text) !== undefined ? text : null;
  } catch (thrown) {
    if (["ENOENT", "EISDIR", "EACCES"].includes((thrown as NodeJS.ErrnoException).code ?? "")) return null;
    throw thrown;
  }
}
