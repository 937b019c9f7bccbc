import type { FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import type { HostFault } from "#shared/agent/protocol/message.ts";
import { isTask, tasks } from "#shared/agent/protocol/tasks/task.ts";
import type { Host } from "../host.ts";
import { Refused, refusedBy } from "../refused.ts";
import { pathOf } from "../server/admin-api-files.ts";
import type { FileServer, FileServers } from "../server/file-server.ts";
import { taskKinds } from "../tasks/task-kinds.ts";
import { fileLocations } from "./file-locations.ts";

type Fields = FieldsOf<"work.look">;
type Unusable = ReplyOf<"work.look">["absent"][number];

/**
 * Returns the files that a task wouldn't find, and the places that it might be unable to write to.
 * @throws Refused no-space or not-writable for a task whose result a disk can't take, and if the server doesn't answer
 */
export async function precheck(
  host: Host,
  servers: FileServers,
  { server: account, sources, targets, work }: Fields,
): Promise<ReplyOf<"work.look">> {
  const server = memoized(servers(account));
  const locations = await fileLocations(host, server);
  const refused = await refusedOf(sources, (source) => locations.source(source));
  const absent = refused.filter(({ index }) => locations.hostedAs(sources[index] ?? "") !== undefined);
  const missing = refused.filter((source) => !absent.includes(source)).map(({ index }) => index);
  const outside = (await refusedOf(targets, (target) => locations.at(pathOf(target)))).map(({ index }) => index);
  if (work !== undefined && refused.length === 0 && outside.length === 0) await requireDiskSpace(host, server, work);
  return { missing, absent, outside };
}

/** Returns the items that the host's folders don't allow, with the reasons. Other problems are left for the task to report. */
async function refusedOf(list: readonly string[], use: (one: string) => Promise<unknown>): Promise<Unusable[]> {
  const refused: Unusable[] = [];
  for (const [index, one] of list.entries()) {
    try {
      await use(one);
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      refused.push({ index, text: thrown.message });
    }
  }
  return refused;
}

/**
 * Plans a task as the task itself does, with the same check of disk space and write access.
 * @throws Refused no-space, not-writable; the task itself reports other problems
 */
async function requireDiskSpace(host: Host, server: FileServer, { name, fields }: NonNullable<Fields["work"]>) {
  if (!isTask(name)) throw new Refused("unknown-command", `this agent doesn't support ${name}`);
  const parsed = tasks[name].request.safeParse(fields);
  if (!parsed.success) throw new Refused("unknown-command", `invalid input for ${name}`);
  try {
    await taskKinds[name].plan?.(parsed.data as never, { process: 0, host, servers: () => server });
  } catch (thrown) {
    if (reportedFaults.has(refusedBy(thrown).fault)) throw thrown;
  }
}

const reportedFaults: ReadonlySet<HostFault> = new Set(["no-space", "not-writable"]);

/** Caches the server's list of files: each request needs a sign-in. */
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
