import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "../host.ts";
import { FOLDERS } from "./server-folder.ts";

/** Writes the world's plug-ins to the script engine's folder: only the header of a library for Linux. */
export function writePlugins(host: Host): void {
  if (host.folder === undefined) return;
  const folder = join(host.folder, FOLDERS.extensions);
  mkdirSync(folder, { recursive: true, mode: 0o775 });
  for (const { filename } of host.world.server.plugins.values()) writeFileSync(join(folder, filename), library());
}

/** Loads the plug-ins in the script engine's folder, as each of its starts does. A plug-in that is listed already keeps its number. */
export function refreshPlugins(host: Host): void {
  if (host.folder === undefined) return;
  const { plugins } = host.world.server;
  const files = readdirSync(join(host.folder, FOLDERS.extensions)).filter((name) => /\.fmx$/i.test(name));
  for (const [id, { filename }] of plugins) if (!files.includes(filename)) plugins.delete(id);
  const known = new Set([...plugins.values()].map(({ filename }) => filename));
  for (const filename of files.sort()) {
    if (known.has(filename)) continue;
    const id = String(Math.max(0, ...[...plugins.keys()].map(Number)) + 1);
    plugins.set(id, { id, filename, pluginName: filename.replace(/\.fmx$/i, ""), enabled: true });
  }
}

function library(): Buffer {
  const header = Buffer.alloc(64);
  header.write("\x7fELF", 0, "latin1");
  header.writeUInt16LE(process.arch === "arm64" ? 0xb7 : 0x3e, 18);
  return header;
}
