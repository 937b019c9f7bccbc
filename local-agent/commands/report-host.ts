import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { ownAbilities } from "#shared/agent/protocol/abilities.ts";
import { commands, type ReplyOf } from "#shared/agent/protocol/command.ts";
import { HostTool } from "#shared/agent/protocol/commands/host-commands.ts";
import { HostRoot } from "#shared/agent/protocol/host-path.ts";
import release from "../../package.json" with { type: "json" };
import type { Host } from "../host.ts";

export async function reportHost(host: Host): Promise<ReplyOf<"host.report">> {
  return {
    agentVersion: release.version,
    node: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
    hostname: hostname(),
    serverPath: host.serverPath,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    tools: await Promise.all(
      HostTool.shape.name.options.map(async (name) => ({
        name,
        isThere: await can(host.tool(name), constants.X_OK),
      })),
    ),
    folders: await Promise.all(HostRoot.options.map((root) => folderOf(host, root))),
    commands: Object.keys(commands),
    abilities: ownAbilities(),
  };
}

async function folderOf(host: Host, root: HostRoot) {
  const path = host.roots[root];
  const isThere = await can(path, constants.R_OK | constants.X_OK);
  if (!isThere) return { root, isThere, isWritable: false, freeBytes: null, totalBytes: null };
  const { bavail, blocks, bsize } = await statfs(path);
  return {
    root,
    isThere,
    isWritable: await can(path, constants.W_OK),
    freeBytes: bavail * bsize,
    totalBytes: blocks * bsize,
  };
}

async function can(path: string, mode: number): Promise<boolean> {
  try {
    await access(path, mode);
    return true;
  } catch {
    return false; // This is what is being checked: whether it exists and we can use it.
  }
}
