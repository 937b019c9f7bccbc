import type { FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import { isTask, tasks } from "#shared/agent/protocol/tasks/task.ts";
import type { Host } from "../host.ts";
import { Refused, refusedBy } from "../refused.ts";
import { pathOf } from "../server/admin-api-files.ts";
import type { FileServer, FileServers } from "../server/file-server.ts";
import { taskKinds } from "../tasks/task-kinds.ts";
import { fileLocations } from "./file-locations.ts";

type Fields = FieldsOf<"work.look">;

/**
 * Says which files a work would not find, and which places it might not write to.
 * @throws Refused no-space for work that a disk has no room for, and where the server does not say
 */
export async function precheck(
  host: Host,
  servers: FileServers,
  { server: account, sources, targets, work }: Fields,
): Promise<ReplyOf<"work.look">> {
  const server = memoized(servers(account));
  const locations = await fileLocations(host, server);
  const missing = await refusedOf(sources, (source) => locations.source(source));
  const outside = await refusedOf(targets, (target) => locations.at(pathOf(target)));
  if (work !== undefined && missing.length === 0 && outside.length === 0) await requireDiskSpace(host, server, work);
  return { missing, outside };
}

/** The places in a list of what the host's folders do not allow. Whatever else is wrong is for the work itself to tell. */
async function refusedOf(list: readonly string[], use: (one: string) => Promise<unknown>): Promise<number[]> {
  const refused: number[] = [];
  for (const [index, one] of list.entries()) {
    try {
      await use(one);
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      refused.push(index);
    }
  }
  return refused;
}

/** Plans a work as it would itself, by the same rule of room. @throws Refused no-space; whatever else is wrong, the work tells */
async function requireDiskSpace(host: Host, server: FileServer, { name, fields }: NonNullable<Fields["work"]>) {
  if (!isTask(name)) throw new Refused("unknown-command", `this agent does not know ${name}`);
  const parsed = tasks[name].request.safeParse(fields);
  if (!parsed.success) throw new Refused("unknown-command", `${name} takes other fields`);
  try {
    await taskKinds[name].plan?.(parsed.data as never, { process: 0, host, servers: () => server });
  } catch (thrown) {
    if (refusedBy(thrown).fault === "no-space") throw thrown;
  }
}

/** What it tells of its files, it is asked for once: each question is a sign-in. */
function memoized(server: FileServer): FileServer {
  let files: ReturnType<FileServer["files"]> | undefined;
  let folders: ReturnType<FileServer["additionalFolders"]> | undefined;
  return {
    ...server,
    files: () => {
      files ??= server.files();
      return files;
    },
    additionalFolders: () => {
      folders ??= server.additionalFolders();
      return folders;
    },
  };
}
