import { open } from "node:fs/promises";
import { join } from "node:path";
import { nameRefusal } from "#shared/agent/protocol/host-name.ts";
import { found } from "../disk/on-disk.ts";
import { Refused } from "../refused.ts";
import { isPluginName } from "./plugin-folders.ts";

/** This machine, for which a plug-in must be made. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
}

const systems: Readonly<Record<string, string>> = { linux: "Linux", win32: "Windows", darwin: "macOS" };

/** Processors in the header of an ELF file, at byte 18. */
const elfMachines: Readonly<Record<number, string>> = { 62: "x64", 183: "arm64" };

/**
 * Checks that a file, or on macOS a folder, is a plug-in for this machine, by its name and its first bytes.
 * @throws Refused wrong-kind, with the reason
 */
export async function checkPlugin(path: string, name: string, machine: Machine): Promise<void> {
  const refusal = nameRefusal(name);
  if (refusal !== undefined) throw new Refused("not-allowed", `the name ${refusal}`);
  if (!isPluginName(name))
    throw new Refused(
      "wrong-kind",
      "the name of a plug-in ends in .fmx on Linux, .fmx or .fmx64 on Windows, and .fmplugin on macOS",
    );
  const system = await systemOf(path);
  const here = systems[machine.platform] ?? machine.platform;
  if (system === undefined)
    throw new Refused("wrong-kind", "neither its name nor its first bytes are those of a plug-in");
  if (system.name !== here)
    throw new Refused("wrong-kind", `it is a plug-in for ${system.name}, and FileMaker Server runs on ${here}`);
  if (system.arch !== undefined && system.arch !== machine.arch)
    throw new Refused("wrong-kind", `it is made for ${system.arch} processors, and this machine's is ${machine.arch}`);
}

/** Returns the system that can load a plug-in, and its processor if the file names one. Undefined: it isn't a plug-in. */
async function systemOf(
  path: string,
): Promise<{ readonly name: string; readonly arch?: string | undefined } | undefined> {
  const stats = await found(path);
  if (stats?.isDirectory()) {
    const isBundle = (await found(join(path, "Contents", "MacOS")))?.isDirectory() === true;
    return isBundle ? { name: "macOS" } : undefined;
  }
  if (!stats?.isFile()) return undefined;
  const head = await firstBytes(path, 20);
  if (head.subarray(0, 4).equals(Buffer.from("\x7fELF", "latin1")) && head.length === 20)
    return { name: "Linux", arch: elfMachines[head.readUInt16LE(18)] ?? "other" };
  return head.subarray(0, 2).toString("latin1") === "MZ" ? { name: "Windows" } : undefined;
}

async function firstBytes(path: string, length: number): Promise<Buffer> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
