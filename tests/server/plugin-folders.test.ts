import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { hostAt } from "../../local-agent/host.ts";
import type { Machine } from "../../local-agent/plugins/check-plugin.ts";
import { pluginCommands } from "../../local-agent/plugins/plugin-commands.ts";
import { aHost } from "../agent/support/a-host.ts";
import { verifies } from "../support/verifies.ts";
import { aPlugin } from "./support/a-plugin.ts";

const host = aHost();
afterAll(() => host.remove());
const extensions = "Database Server/Extensions";
const cwpc = "Web Publishing/publishing-engine/cwpc/Plugins";
mkdirSync(join(host.path, cwpc), { recursive: true });
const clock = { now: () => Date.UTC(2026, 10, 20), sleep: async () => undefined };
const linux: Machine = { platform: "linux", arch: "x64" };
const commandsOf = (machine = linux, move: typeof rename = rename) =>
  pluginCommands(hostAt(host.path), clock, { machine, move });
const fields = { root: "documents", engines: ["fmse", "wpe"], isReplacing: true, floorBytes: 0 } as const;
const install = (path: string, commands = commandsOf()) =>
  commands["plugins.install"]({ ...fields, engines: ["fmse", "wpe"], path });
const read = (folder: string, file: string) => readFileSync(join(host.path, folder, file), "latin1");

/** Fails when something is moved into web publishing's folder under its own name for the first time. */
function failingOnce(): typeof rename {
  let hasFailed = false;
  return (from, to) => {
    if (hasFailed || !String(to).includes(cwpc) || String(to).includes(".latchkey-")) return rename(from, to);
    hasFailed = true;
    return Promise.reject(Object.assign(new Error("busy"), { code: "EBUSY" }));
  };
}

verifies("server:plugins:kept", "all engines keep their plug-ins if one of them fails", async () => {
  const old = aPlugin("old", 0x3e);
  host.write(`${extensions}/Sample.fmx`, old);
  host.write(`${cwpc}/Sample.fmx`, old);
  host.write("Data/Documents/Sample.fmx", aPlugin("new", 0x3e));
  await expect(install("Sample.fmx", commandsOf(linux, failingOnce()))).rejects.toMatchObject({
    fault: "in-use",
    message: "web publishing: in use. All engines have their previous plug-ins",
  });
  expect([read(extensions, "Sample.fmx"), read(cwpc, "Sample.fmx")]).toEqual(new Array(2).fill(old.toString("latin1")));
  expect([extensions, cwpc].flatMap((folder) => readdirSync(join(host.path, folder)))).toEqual([
    "Sample.fmx",
    "Sample.fmx",
  ]);
  await install("Sample.fmx");
  expect([read(extensions, "Sample.fmx"), read(cwpc, "Sample.fmx")].every((text) => text.endsWith("new"))).toBe(true);
});

verifies("server:plugins:kept", "a new plug-in is in no engine if one of them fails", async () => {
  host.write("Data/Documents/New.fmx", aPlugin("new", 0x3e));
  await expect(install("New.fmx", commandsOf(linux, failingOnce()))).rejects.toMatchObject({ fault: "in-use" });
  expect([extensions, cwpc].map((folder) => existsSync(join(host.path, folder, "New.fmx")))).toEqual([false, false]);
});

verifies("server:plugins:kept", "a macOS plug-in, which is a folder, is replaced as a whole", async () => {
  const mac = commandsOf({ platform: "darwin", arch: "arm64" });
  host.write("Data/Documents/Sample.fmplugin/Contents/MacOS/Sample", "one");
  host.write("Data/Documents/Sample.fmplugin/Contents/Old.txt", "one");
  await install("Sample.fmplugin", mac);
  host.write("Data/Documents/More/Sample.fmplugin/Contents/MacOS/Sample", "two");
  const { keptIn } = await install("More/Sample.fmplugin", mac);
  expect(read(cwpc, "Sample.fmplugin/Contents/MacOS/Sample")).toBe("two");
  expect(existsSync(join(host.path, cwpc, "Sample.fmplugin/Contents/Old.txt"))).toBe(false);
  const kept = join("Data/Documents", String(keptIn).slice("documents/".length), "wpe/Sample.fmplugin/Contents");
  expect([read(kept, "MacOS/Sample"), read(kept, "Old.txt")]).toEqual(["one", "one"]);
  await expect(install("Sample.fmplugin")).rejects.toMatchObject({
    message: "it is a plug-in for macOS, and FileMaker Server runs on Linux",
  });
});

verifies("server:plugins:checked", "names, processors, engines and disks are checked first", async () => {
  host.write("Data/Documents/Arm.fmx", aPlugin("arm", 0xb7));
  host.write("Data/Documents/SAMPLE.FMX", aPlugin("shout", 0x3e));
  await expect(install("Arm.fmx")).rejects.toMatchObject({
    message: "it is made for arm64 processors, and this machine's is x64",
  });
  await expect(install("SAMPLE.FMX")).rejects.toMatchObject({
    fault: "exists",
    message: "the script engine already has Sample.fmx",
  });
  const commands = commandsOf();
  const missing = commands["plugins.install"]({ ...fields, engines: ["fmdapi"], path: "New.fmx" });
  await expect(missing).rejects.toMatchObject({ message: expect.stringContaining("the Data API isn't installed") });
  const tooFull = { ...fields, engines: ["fmse"] as ["fmse"], path: "New.fmx", floorBytes: Number.MAX_SAFE_INTEGER };
  await expect(commands["plugins.install"](tooFull)).rejects.toMatchObject({ fault: "no-space" });
  expect(existsSync(join(host.path, extensions, "New.fmx"))).toBe(false);
});

verifies("server:plugins:kept", "a plug-in is removed from the engines that this host has", async () => {
  host.write(`${extensions}/Gone.fmx`, aPlugin("gone", 0x3e));
  const commands = commandsOf();
  const remove = (engines: ["fmdapi"] | ["fmse", "wpe", "fmdapi"]) =>
    commands["plugins.remove"]({ file: "Gone.fmx", engines, floorBytes: 0 });
  await expect(remove(["fmdapi"])).rejects.toMatchObject({
    message: expect.stringContaining("the Data API isn't installed"),
  });
  expect(await remove(["fmse", "wpe", "fmdapi"])).toMatchObject({ engines: ["fmse"] });
  expect(existsSync(join(host.path, extensions, "Gone.fmx"))).toBe(false);
});
