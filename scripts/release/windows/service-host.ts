import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ShippedFile } from "../shipped-files.ts";

const source = fileURLToPath(new URL("../../../install/windows/latchkey-service.c", import.meta.url));
const compiler = "x86_64-w64-mingw32-gcc";

/** Name of the service host, at the top of the archive. */
export const serviceHostName = "latchkey-service.exe";

/** True if the compiler for Windows is installed (Debian: gcc-mingw-w64-x86-64-win32). */
export const canBuildServiceHost = (): boolean => spawnSync(compiler, ["--version"], { stdio: "ignore" }).status === 0;

/** Compiles the program that runs Node as a Windows service. The same source produces the same bytes. Needs the compiler. */
export function serviceHost(folder: string): ShippedFile {
  const path = join(folder, serviceHostName);
  const strict = ["-municode", "-Os", "-s", "-Wall", "-Wextra", "-Werror"];
  const reproducible = ["-static", "-Wl,--no-insert-timestamp"];
  execFileSync(compiler, [...strict, ...reproducible, "-o", path, source, "-ladvapi32", "-lshell32"]);
  return { name: serviceHostName, path };
}
