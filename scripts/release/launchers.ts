import type { Platform } from "./platforms.ts";

/** Commands of `latchkey <command>`. `start` refuses to run without `FMS_URL`; only `demo` starts the sandbox. */
const commands = {
  start: "--max-semi-space-size=4 local-runtime/start.mjs",
  demo: "--max-semi-space-size=4 local-runtime/start.mjs demo",
  health: "local-runtime/commands/health.ts",
  "check-data": "local-runtime/storage/check-data.ts",
  "sign-in-code": "local-runtime/sign-in-code.ts",
  "rotate-master-key": "local-runtime/secrets/rotate-master-key.ts",
  "rotate-fingerprint-secret": "scripts/rotate-fingerprint-secret.ts",
};

/** Returns the command at the top of an archive: it runs Latchkey with the archive's Node in the current folder. */
export function launcher(platform: Platform): { readonly name: string; readonly text: string } {
  return platform.format === "zip"
    ? { name: "latchkey.cmd", text: batch(platform) }
    : { name: "latchkey", text: shell(platform) };
}

function shell({ node, program }: Platform): string {
  const cases = Object.entries(commands).map(
    ([command, words]) => `  ${command}) set -- ${inFolder(words, '"$home/', '"')} "$@" ;;`,
  );
  return `#!/bin/sh
# Starts Latchkey, or one of its commands: ${Object.keys(commands).join(", ")}
home=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
command=\${1:-start}
[ $# -eq 0 ] || shift
case $command in
${cases.join("\n")}
  *) echo "latchkey: unknown command $command. Commands: ${Object.keys(commands).join(", ")}" >&2; exit 2 ;;
esac
exec "$home/node_modules/${node.package}/${program}" "$@"
`;
}

function batch({ node, program }: Platform): string {
  const cases = Object.entries(commands).map(
    ([command, words]) =>
      `if "%command%"=="${command}" "%node%" ${inFolder(words, '"%~dp0', '"').replaceAll("/", "\\")} %2 %3 %4 & exit /b`,
  );
  return [
    "@echo off",
    `rem Starts Latchkey, or one of its commands: ${Object.keys(commands).join(", ")}`,
    "setlocal",
    "set command=%~1",
    'if "%command%"=="" set command=start',
    `set node=%~dp0node_modules\\${node.package}\\${program.replaceAll("/", "\\")}`,
    ...cases,
    `echo latchkey: unknown command %command%. Commands: ${Object.keys(commands).join(", ")}>&2`,
    "exit /b 2",
    "",
  ].join("\r\n");
}

/** Prefixes the file of the archive, which is the word with a slash. */
function inFolder(words: string, before: string, after: string): string {
  return words.replace(/\S+\/\S+/, (file) => `${before}${file}${after}`);
}
