import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { misspelledSetting } from "#shared/settings/misspelled-setting.ts";

/** What the agent's environment sets at its start. */
export interface AgentSettings {
  readonly task: "enrol" | "run" | "doctor" | "sign-in-code" | "help";
  /** The service's address with its prefix; asked for by `enrol` and `sign-in-code`. */
  readonly address: string | undefined;
  /** Where identity and journal lie. */
  readonly folder: string;
  readonly serverPath: string | undefined;
  readonly fmsadminMs: number;
  /** How long FileMaker Server may take to copy an open file. */
  readonly backupMs: number;
  /** Where FileMaker Server's Admin API listens on this host. */
  readonly adminAddress: string;
  /** Where the link goes, in place of the address that the service named at enrolment. */
  readonly linkAddress: string | undefined;
  /** Where `run` enrols first, with a code from standard input. */
  readonly enrolAt: string | undefined;
  /** The one address of this machine that is called: of the sandbox's store. Said by the program that runs the sandbox and this agent. */
  readonly sandboxStore: string | undefined;
  /** Whether standard input is the life line of a parent: the agent goes when it ends. */
  readonly withParent: boolean;
}

export const usage = `latchkey-agent enrol <address of the service, such as https://latchkey.example.com/svc>   reads the code from standard input
latchkey-agent run
latchkey-agent doctor
latchkey-agent sign-in-code <address of the service>   prints a code with which a person signs in once, while FileMaker Server does not answer
  --folder <path>        where the agent keeps its identity and journal
  --server-path <path>   where FileMaker Server is, when not in its usual place (FMS_SERVER_PATH)`;

const takesAddress: ReadonlySet<AgentSettings["task"]> = new Set(["enrol", "sign-in-code"]);
const tasks = ["enrol", "run", "doctor", "sign-in-code", "help"] as const;

/** Environment variables that set something. */
export const agentSettingNames = [
  ...["LATCHKEY_AGENT_FOLDER", "FMS_SERVER_PATH", "FMS_ADMIN_URL"],
  ...["FMSADMIN_TIMEOUT_IN_SEC", "BACKUP_FILE_TIMEOUT_IN_SEC"],
];

function isTask(word: string): word is AgentSettings["task"] {
  return (tasks as readonly string[]).includes(word);
}

/** @throws Error with a sentence for the person who typed it */
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
      "with-parent": { type: "boolean", default: false },
    },
  });
  const [word, address, ...more] = positionals;
  const task = values.help ? "help" : word;
  if (task === undefined || !isTask(task)) throw new Error(usage);
  if (task !== "help" && (more.length > 0 || takesAddress.has(task) !== (address !== undefined)))
    throw new Error(usage);
  const misspelled = misspelledSetting(variables, agentSettingNames);
  if (misspelled !== undefined) throw new Error(misspelled);
  return {
    task,
    address,
    folder: resolve(values.folder ?? variables.LATCHKEY_AGENT_FOLDER ?? usualFolder(variables)),
    serverPath: values["server-path"] ?? (variables.FMS_SERVER_PATH || undefined),
    fmsadminMs: millisecondsIn(variables, "FMSADMIN_TIMEOUT_IN_SEC", { usual: 20, most: 9_999 }),
    backupMs: millisecondsIn(variables, "BACKUP_FILE_TIMEOUT_IN_SEC", { usual: 600, most: 86_400 }),
    adminAddress: adminOriginIn(variables.FMS_ADMIN_URL || "http://127.0.0.1:16001"),
    enrolAt: values["enrol-at"],
    linkAddress: values["link-address"],
    sandboxStore: values["sandbox-store"],
    withParent: values["with-parent"],
  };
}

/** @throws Error with what is wrong with the words, and what they may be */
const parsed: typeof parseArgs = (config) => {
  try {
    return parseArgs(config);
  } catch (thrown) {
    throw new Error(`${thrown instanceof Error ? thrown.message : String(thrown)}\n${usage}`, { cause: thrown });
  }
};

/** @throws Error with what it may be */
function millisecondsIn(
  variables: Readonly<Record<string, string | undefined>>,
  name: string,
  { usual, most }: { readonly usual: number; readonly most: number },
): number {
  const text = variables[name] || String(usual);
  if (!/^[1-9]\d{0,4}$/.test(text) || Number(text) > most)
    throw new Error(`${name} must be a whole number of seconds from 1 to ${most}.`);
  return Number(text) * 1000;
}

function adminOriginIn(text: string): string {
  if (URL.parse(text)?.href !== `${text.replace(/\/$/, "")}/`)
    throw new Error("FMS_ADMIN_URL must be an address such as http://127.0.0.1:16001, without a path.");
  return new URL(text).origin;
}

function usualFolder(variables: Readonly<Record<string, string | undefined>>): string {
  if (process.platform === "win32") return join(variables.PROGRAMDATA ?? "C:\\ProgramData", "Latchkey Agent");
  return process.platform === "darwin" ? "/Library/Application Support/Latchkey Agent" : "/var/lib/latchkey-agent";
}
