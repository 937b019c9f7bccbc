import { execFile } from "node:child_process";
import { stripTypeScriptTypes } from "node:module";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Environment variables that a code sample reads. */
export type Variables = Readonly<Record<string, string>>;

/** Runs shell lines unchanged, and returns their output. @throws if a line fails */
export async function runShell(code: string, variables: Variables): Promise<string> {
  const { stdout } = await run("bash", ["--norc", "-euo", "pipefail", "-c", code], {
    env: { PATH: process.env.PATH ?? "", ...variables },
    maxBuffer: 16_000_000,
  });
  return stdout;
}

const AsyncFunction = (async () => undefined).constructor as new (
  ...source: string[]
) => (...values: unknown[]) => Promise<void>;

/** Runs TypeScript unchanged, with variables of these names and this environment, and returns its log output. */
export async function runTypeScript(
  code: string,
  variables: Variables,
  env: Variables = {},
): Promise<readonly unknown[]> {
  const logged: unknown[] = [];
  const console = { log: (...values: readonly unknown[]) => logged.push(...values) };
  const names = Object.keys(variables);
  const globals = { console, process: { env } };
  const run = new AsyncFunction(...Object.keys(globals), ...names, stripTypeScriptTypes(code));
  await run(...Object.values(globals), ...Object.values(variables));
  return logged;
}
