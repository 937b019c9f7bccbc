import { exitCodes, type LauncherCommand, launcherCommands, overview } from "./launcher-commands.ts";
import { nodeFolder } from "./node-program.ts";
import type { Platform } from "./platforms.ts";

const agentProgram = "host/latchkey-agent.mjs";

/** Returns the command at the top of an archive: it runs Latchkey with the archive's Node. */
export function launcher(platform: Platform): { readonly name: string; readonly text: string } {
  return platform.format === "zip"
    ? { name: "latchkey.cmd", text: batch(platform) }
    : { name: "latchkey", text: shell(platform) };
}

/** Commands on the data run as the service's account and with its settings, if it is installed as in the guide. */
function shell({ program }: Platform): string {
  const commands = launcherCommands.filter(({ place }) => place !== undefined);
  const helps = launcherCommands.map(
    ({ name, usage, summary }) =>
      `  "${name}") printf '%s\\n' ${[`Usage: latchkey ${usage}`, "", summary, "", exitCodes].map(quoted).join(" ")} ;;`,
  );
  return `#!/bin/sh
# Runs Latchkey, or one of its commands. latchkey help lists them.
home=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
node="$home/${nodeFolder}/${program}"
settings=/etc/latchkey/settings
# Trusts the CAs that this system trusts, like the units.
export NODE_USE_SYSTEM_CA="\${NODE_USE_SYSTEM_CA:-1}"

usage() {
  case $1 in
${helps.join("\n")}
  *) cat <<'END'
${overview}
END
  ;;
  esac
}

# Exports the settings of the installed service, unless they are set here.
load_settings() {
  [ -z "\${DATA_DIR:-}" ] && [ -r "$settings" ] || return 0
  while IFS= read -r line || [ -n "$line" ]; do
    name=\${line%%=*}
    case $line in [A-Z]*=*) ;; *) continue ;; esac
    case $name in *[!A-Z0-9_]*) continue ;; esac
    eval "[ -z \\"\\\${$name+set}\\" ]" || continue
    value=\${line#*=}
    case $value in \\"*\\") value=\${value#?}; value=\${value%?} ;; esac
    export "$name=$value"
  done <"$settings"
  export DATA_DIR="\${DATA_DIR:-/var/lib/latchkey/data}" MASTER_KEY_FILE="\${MASTER_KEY_FILE:-/var/lib/latchkey/master.key}"
}

# Runs a program as an account, if this is root and the account exists. Files that root creates would be closed to the service.
as_account() {
  account=$1
  shift
  if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && id "$account" >/dev/null 2>&1; then
    exec setpriv --reuid "$account" --regid "$(id -g "$account")" --init-groups "$@"
  fi
  exec "$@"
}

# Each package has only some of the programs.
needs() {
  [ -e "$home/$1" ] && return
  case $1 in ${agentProgram}) package=latchkey-agent ;; *) package=latchkey ;; esac
  echo "latchkey: $home/$1 is missing. Install the package $package." >&2
  exit 1
}

no_arguments() {
  [ $# -eq 0 ] && return
  echo "latchkey: unknown argument $1" >&2
  usage "$command" >&2
  exit 2
}

command=\${1:-start}
[ $# -eq 0 ] || shift
case $command in
  -h | --help) command=help ;;
  -v | --version) command=version ;;
  agent) command="agent \${1:-}"; [ $# -eq 0 ] || shift ;;
esac
for word; do case $word in -h | --help) usage "$command"; exit 0 ;; --) break ;; esac; done
case $command in
  help) usage "$*" ;;
  version) no_arguments "$@"; sed -n 's/^  "version": "\\(.*\\)",$/\\1/p' "$home/package.json" ;;
  logs)
    file=svc-info.log follow=
    for word; do
      case $word in --errors) file=svc-error.log ;; --follow) follow=-F ;; *) no_arguments "$word" ;; esac
    done
    load_settings
    folder="\${DATA_DIR:-.latchkey}/logs"
    if [ -z "$follow" ] && [ -r "$folder" ] && [ ! -e "$folder/$file" ]; then echo "Nothing was logged yet." >&2; exit 0; fi
    as_account latchkey tail -n 100 $follow "$folder/$file" ;;
  uninstall) exec sh "$home/install/uninstall.sh" service "$@" ;;
  "agent enroll")
    needs ${agentProgram}
    (as_account latchkey-agent "$node" "$home/${agentProgram}" enroll "$@") || exit
    exec sh "$home/install/agent-unit.sh" enrolled "$node" "$home/${agentProgram}" ;;
  "agent allow-folders")
    no_arguments "$@"
    needs ${agentProgram}
    exec sh "$home/install/agent-unit.sh" allow-folders "$node" "$home/${agentProgram}" ;;
  "agent doctor")
    needs ${agentProgram}
    exec sh "$home/install/agent-unit.sh" doctor "$node" "$home/${agentProgram}" "$@" ;;
  conformance)
    needs ${agentProgram}
    exec sh "$home/install/agent-unit.sh" conformance "$node" "$home/${agentProgram}" "$@" ;;
  "agent uninstall") exec sh "$home/install/uninstall.sh" agent "$@" ;;
${commands.map(shellCase).join("\n")}
  *) echo "latchkey: unknown command $command. Run latchkey help for a list." >&2; exit 2 ;;
esac
`;
}

function shellCase({ name, place, runsAs, takesArguments }: LauncherCommand): string {
  const words = inFolder(place ?? "", '"$home/', '"');
  const check = [...(takesArguments ? [] : ['no_arguments "$@"']), `needs ${/\S+\/\S+/.exec(place ?? "")?.[0]}`];
  const run = runsAs === undefined ? 'exec "$node"' : `as_account ${runsAs} "$node"`;
  const settings = name.startsWith("agent ") || name === "start" || name === "demo" ? [] : ["load_settings"];
  return `  "${name}") ${[...check, ...settings, `${run} ${words} "$@"`].join("; ")} ;;`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function batch({ program }: Platform): string {
  const cases = launcherCommands
    .filter(({ name, place }) => place !== undefined && !name.includes(" "))
    .map(
      ({ name, place = "" }) =>
        `if "%command%"=="${name}" "%node%" ${inFolder(place, '"%~dp0', '"').replaceAll("/", "\\")} %2 %3 %4 %5 & exit /b`,
    );
  return [
    "@echo off",
    "rem Runs Latchkey, or one of its commands.",
    "setlocal",
    "set command=%~1",
    'if "%command%"=="" set command=start',
    "if not defined NODE_USE_SYSTEM_CA set NODE_USE_SYSTEM_CA=1",
    `set node=%~dp0${nodeFolder}\\${program.replaceAll("/", "\\")}`,
    ...cases,
    `if "%command%"=="agent" "%node%" "%~dp0${agentProgram.replace("/", "\\")}" %2 %3 %4 %5 & exit /b`,
    ...(["help", "--help"] as const).flatMap((word) => [`if "%command%"=="${word}" goto help`]),
    "echo latchkey: unknown command %command%. Run latchkey help for a list.>&2",
    "exit /b 2",
    ":help",
    ...overview.split("\n").map((line) => (line === "" ? "echo." : `echo ${line.replace(/[<>|&^]/g, "^$&")}`)),
    "exit /b 0",
    "",
  ].join("\r\n");
}

/** Prefixes the file of the archive, which is the word with a slash. */
function inFolder(words: string, before: string, after: string): string {
  return words.replace(/\S+\/\S+/, (file) => `${before}${file}${after}`);
}
