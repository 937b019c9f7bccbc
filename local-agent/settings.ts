import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { misspelledSetting } from "#shared/settings/misspelled-setting.ts";
import { sha256Fingerprint } from "#shared/settings/sha256-fingerprint.ts";
import { WrongSetting } from "./wrong-setting.ts";

/** Settings of the agent from its command line and environment. */
export interface AgentSettings {
  readonly task: (typeof tasks)[number];
  /** Command of `conformance`. */
  readonly conformance: "record" | "show" | undefined;
  /** Recording to show. */
  readonly recording: string;
  /** Address of FileMaker Server's web server on this host. */
  readonly publicAddress: string;
  /** File and layout that recordings read. */
  readonly file: string | undefined;
  readonly layout: string | undefined;
  /** True if checks and recordings can write and wait, on a copy of the file. */
  readonly isFull: boolean;
  /** File with words that a recording can't contain, one per line. */
  readonly wordsFile: string | undefined;
  /** The service's address with its prefix; required by `enroll` and `sign-in-code`. */
  readonly address: string | undefined;
  /** Folder of identity and journal. */
  readonly folder: string;
  readonly serverPath: string | undefined;
  /** Folder of FileMaker Server's command-line tools, in addition to the usual ones. */
  readonly toolsPath: string | undefined;
  /** True if `doctor` prints JSON. */
  readonly asJson: boolean;
  readonly fmsadminMs: number;
  /** Maximum milliseconds for FileMaker Server to copy an open file. */
  readonly backupMs: number;
  /** Address of FileMaker Server's Admin API on this host. */
  readonly adminAddress: string;
  /** File with CA certificates in PEM to trust in addition to the default ones. */
  readonly caFile: string | undefined;
  /** SHA-256 fingerprint of the only certificate to accept from FileMaker Server. */
  readonly certificatePin: string | undefined;
  /** Address of the link. Default: the address from enrollment. */
  readonly linkAddress: string | undefined;
  /** Address at which `run` enrolls first, with a code from standard input. */
  readonly enrollAt: string | undefined;
  /** The only address on this machine that can be called: the sandbox's store. Set by the program that runs the sandbox and this agent. */
  readonly sandboxStore: string | undefined;
  /** True if a parent process holds standard input open: the agent ends when it closes. */
  readonly withParent: boolean;
}

export const usage = `latchkey-agent enroll <address of the service, such as https://latchkey.example.com/svc>   enrolls this host; reads the code from standard input
latchkey-agent run                                  runs the agent
latchkey-agent doctor [--json] [--full --file <name>]   checks everything that the agent needs on this host; with --full, tries it on a copy of a file
latchkey-agent conformance record [--full] [--file <name> --layout <name>] [--server <address>] [--words <path>]
                                                    records FileMaker Server's answers, anonymized, as a zip on standard output; sends nothing
latchkey-agent conformance show <path>              prints a recording
latchkey-agent remove-trial                         removes what an interrupted --full left, at the end of standard input
latchkey-agent folders                              prints the folders of FileMaker Server, one per line
latchkey-agent sign-in-code <address of the service>   prints a one-time sign-in code, for when FileMaker Server is unavailable
  --folder <path>        folder of the agent's identity and journal
  --server-path <path>   FileMaker Server's folder, if it isn't the default (FMS_SERVER_PATH)`;

const takesAddress: ReadonlySet<AgentSettings["task"]> = new Set(["enroll", "sign-in-code"]);
const tasks = ["enroll", "run", "doctor", "conformance", "remove-trial", "folders", "sign-in-code", "help"] as const;

/** Environment variables for settings. */
export const agentSettingNames = [
  ...["LATCHKEY_AGENT_FOLDER", "FMS_SERVER_PATH", "FM_TOOLS_PATH", "FMS_ADMIN_URL", "FMS_CA_FILE", "FMS_CERT_SHA256"],
  ...["FMSADMIN_TIMEOUT_IN_SEC", "BACKUP_FILE_TIMEOUT_IN_SEC"],
];

function isTask(word: string): word is AgentSettings["task"] {
  return (tasks as readonly string[]).includes(word);
}

/** @throws Error with a sentence for the user */
export function readSettings(
  commandLine: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): AgentSettings {
  const { values, positionals } = parsed({
    args: [...commandLine],
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h", default: false },
      folder: { type: "string" },
      "server-path": { type: "string" },
      "enrol-at": { type: "string" },
      "link-address": { type: "string" },
      "sandbox-store": { type: "string" },
      json: { type: "boolean", default: false },
      full: { type: "boolean", default: false },
      file: { type: "string" },
      layout: { type: "string" },
      server: { type: "string" },
      words: { type: "string" },
      "with-parent": { type: "boolean", default: false },
    },
  });
  const isConformance = positionals[0] === "conformance";
  const [word, address, ...more] = isConformance ? positionals.slice(0, 1) : positionals;
  const task = values.help ? "help" : word;
  if (task === undefined || !isTask(task)) throw new WrongSetting(usage, { exitCode: 2 });
  if (task !== "help" && (more.length > 0 || takesAddress.has(task) !== (address !== undefined)))
    throw new WrongSetting(usage, { exitCode: 2 });
  if (values.json && task !== "doctor") throw new WrongSetting(usage, { exitCode: 2 });
  const [command, recording = "", ...rest] = isConformance ? positionals.slice(1) : [];
  const conformance = command === "record" || command === "show" ? command : undefined;
  if (
    task === "conformance" &&
    (conformance === undefined || rest.length > 0 || (command === "show") !== (recording !== ""))
  )
    throw new WrongSetting(usage, { exitCode: 2 });
  const misspelled = misspelledSetting(variables, agentSettingNames);
  if (misspelled !== undefined) throw new WrongSetting(misspelled);
  return {
    task,
    conformance,
    recording,
    publicAddress: originIn("--server", values.server ?? "https://127.0.0.1"),
    file: values.file,
    layout: values.layout,
    isFull: values.full,
    wordsFile: values.words,
    address,
    folder: resolve(values.folder ?? variables.LATCHKEY_AGENT_FOLDER ?? usualFolder(variables)),
    serverPath: values["server-path"] ?? (variables.FMS_SERVER_PATH || undefined),
    toolsPath: variables.FM_TOOLS_PATH || undefined,
    asJson: values.json,
    fmsadminMs: millisecondsIn(variables, "FMSADMIN_TIMEOUT_IN_SEC", { usual: 20, most: 9_999 }),
    backupMs: millisecondsIn(variables, "BACKUP_FILE_TIMEOUT_IN_SEC", { usual: 600, most: 86_400 }),
    adminAddress: originIn("FMS_ADMIN_URL", variables.FMS_ADMIN_URL || "http://127.0.0.1:16001"),
    caFile: variables.FMS_CA_FILE || undefined,
    certificatePin: pinIn(variables.FMS_CERT_SHA256 || undefined),
    enrollAt: values["enrol-at"],
    linkAddress: values["link-address"],
    sandboxStore: values["sandbox-store"],
    withParent: values["with-parent"],
  };
}

/** @throws Error with the invalid arguments and the valid ones */
const parsed: typeof parseArgs = (config) => {
  try {
    return parseArgs(config);
  } catch (thrown) {
    throw new WrongSetting(`${thrown instanceof Error ? thrown.message : String(thrown)}\n${usage}`, {
      exitCode: 2,
      cause: thrown,
    });
  }
};

/** @throws Error with the valid values */
function millisecondsIn(
  variables: Readonly<Record<string, string | undefined>>,
  name: string,
  { usual, most }: { readonly usual: number; readonly most: number },
): number {
  const text = variables[name] || String(usual);
  if (!/^[1-9]\d{0,4}$/.test(text) || Number(text) > most)
    throw new WrongSetting(`${name} must be a whole number of seconds from 1 to ${most}.`);
  return Number(text) * 1000;
}

function originIn(name: string, text: string): string {
  if (URL.parse(text)?.href !== `${text.replace(/\/$/, "")}/`)
    throw new WrongSetting(`${name} must be an address such as http://127.0.0.1:16001, without a path.`);
  return new URL(text).origin;
}

function pinIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const fingerprint = sha256Fingerprint(text);
  if (fingerprint === undefined)
    throw new WrongSetting("FMS_CERT_SHA256 must be a SHA-256 fingerprint: 64 hexadecimal digits.");
  return fingerprint;
}

function usualFolder(variables: Readonly<Record<string, string | undefined>>): string {
  if (process.platform === "win32") return join(variables.PROGRAMDATA ?? "C:\\ProgramData", "Latchkey Agent");
  return process.platform === "darwin" ? "/Library/Application Support/Latchkey Agent" : "/var/lib/latchkey-agent";
}
