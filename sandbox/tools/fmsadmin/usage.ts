import { COMMAND_WORDS } from "./command-words.ts";

/** Output of fmsadmin for invalid command lines and HELP. */
export const USAGE = [
  "Usage: fmsadmin [options] [COMMAND]",
  "",
  "Commands:",
  ...Object.entries(COMMAND_WORDS).map(([word, kinds]) =>
    `    ${word.padEnd(12)}${kinds.length === 0 ? "" : `[${kinds.join(" | ")}]`}`.trimEnd(),
  ),
  "",
  "General options:",
  "    -h, --help, -v, --version, -u, --username, -p, --password, -y, --yes",
  "Options of commands:",
  "    -s, --stats, -m, --message, -f, --force, -t, --gracetime, -c, --client, -d, --dest,",
  "    -k, --keep, -n, --clone, --key, --savekey, --keyfile, --keyfilepass, --intermediateCA",
].join("\n");
