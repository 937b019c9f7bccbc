/** Command of `latchkey`. */
export interface LauncherCommand {
  readonly name: string;
  /** Command with its arguments, for `--help`. */
  readonly usage: string;
  readonly summary: string;
  /** Options of Node, and the file of the archive that is run, with its first arguments. Undefined if the launcher itself does it. */
  readonly place?: string;
  /** Account that runs it when root calls it. Undefined: the caller's. */
  readonly runsAs?: "latchkey";
  readonly takesArguments?: boolean;
}

/** All commands. `start` refuses to run without `FMS_URL`; only `demo` starts the sandbox. */
export const launcherCommands: readonly LauncherCommand[] = [
  {
    name: "start",
    usage: "start",
    summary: "Runs the service in the foreground. Requires FMS_URL. Settings are environment variables.",
    place: "--max-semi-space-size=4 local-runtime/start.mjs",
  },
  {
    name: "demo",
    usage: "demo",
    summary: "Runs a demo with a simulated FileMaker Server, with data of its own in .latchkey-demo.",
    place: "--max-semi-space-size=4 local-runtime/start.mjs demo",
  },
  {
    name: "health",
    usage: "health [--wait]",
    summary: "Checks whether the service on this machine responds. --wait: waits up to 50 seconds for its start.",
    place: "program/health.mjs",
    takesArguments: true,
  },
  {
    name: "doctor",
    usage: "doctor [--json]",
    summary:
      "Shows the state of each part: the store, FileMaker Server, the agent and the disks. Exits with 1 if one has a problem. --json: for programs.",
    place: "program/health.mjs --parts",
    takesArguments: true,
  },
  {
    name: "logs",
    usage: "logs [--errors] [--follow]",
    summary: "Shows the last lines of the service's log. --errors: of its log of errors. --follow: also new lines.",
  },
  {
    name: "backup",
    usage: "backup FOLDER [--master-key FILE]",
    summary:
      "Copies the data to a new folder, also while the service runs. Logs are left out. --master-key: also copies the master key, to a file outside of the folder.",
    place: "program/backup.mjs",
    takesArguments: true,
  },
  {
    name: "restore",
    usage: "restore FOLDER [--master-key FILE]",
    summary:
      "Replaces the data with a backup while the service is stopped, keeps the replaced data, and checks the result. --master-key: also replaces the master key.",
    place: "program/restore.mjs",
    takesArguments: true,
  },
  {
    name: "import-otto",
    usage: "import-otto URL [--to URL] [--preview]",
    summary:
      "Copies the configuration of an OttoFMS to this service, with the values of its keys. Asks for credentials and passwords. --to: another address of this service. --preview: only shows what would be created.",
    place: "program/import-otto.mjs",
    takesArguments: true,
  },
  {
    name: "restore-offsite",
    usage: "restore-offsite [list | files | restore] --bucket NAME --key-file FILE [options]",
    summary: "Restores FileMaker files from offsite backups, without a running service.",
    place: "host/restore.mjs",
    takesArguments: true,
  },
  {
    name: "check-data",
    usage: "check-data",
    summary: "Checks the data folder and the master key. Changes nothing. Exits with 1 if it finds a problem.",
    place: "program/check-data.mjs",
    runsAs: "latchkey",
  },
  {
    name: "rotate-master-key",
    usage: "rotate-master-key",
    summary: "Adds a master key, which the next start uses.",
    place: "program/rotate-master-key.mjs",
    runsAs: "latchkey",
  },
  {
    name: "rotate-fingerprint-secret",
    usage: "rotate-fingerprint-secret",
    summary: "Adds a secret for the IDs of keys.",
    place: "program/rotate-fingerprint-secret.mjs",
    runsAs: "latchkey",
  },
  {
    name: "sign-in-code",
    usage: "sign-in-code",
    summary: "Prints a code for one sign-in while FileMaker Server is unavailable.",
    place: "program/sign-in-code.mjs",
    runsAs: "latchkey",
  },
  {
    name: "agent enroll",
    usage: "agent enroll ADDRESS",
    summary:
      "Enrolls this host at the service's address, such as https://latchkey.example.com/svc. Reads the code from standard input. With the systemd unit: also allows it to write to all folders of FileMaker Server, and starts it.",
    takesArguments: true,
  },
  {
    name: "agent run",
    usage: "agent run",
    summary: "Runs the agent in the foreground.",
    place: "host/latchkey-agent.mjs run",
    takesArguments: true,
  },
  {
    name: "agent allow-folders",
    usage: "agent allow-folders",
    summary:
      "Allows the agent's unit to write to all folders of FileMaker Server, also on other disks, as its Admin API names them. Run it again after you change those folders.",
  },
  {
    name: "agent doctor",
    usage: "agent doctor [--json] [--full --file NAME]",
    summary:
      "Checks everything that the agent needs on this host, as its running unit sees it: account, connection, Admin API, tools, folders and logs. Exits with 1 if the agent can't work. --json: for programs. --full: also tries copying, opening, replacing and registering a key, on a copy of the file that it removes.",
    takesArguments: true,
  },
  {
    name: "conformance",
    usage: "conformance record [--full] [--file NAME --layout NAME] [--server ADDRESS] [--words FILE] > report.zip",
    summary:
      "Records how this host's FileMaker Server answers, without names, values and secrets, for the tests of Latchkey's stand-in. Sends nothing. conformance show FILE: prints a recording. --full: also asks questions that change something, on a copy that it removes.",
    takesArguments: true,
  },
  {
    name: "agent uninstall",
    usage: "agent uninstall [--purge]",
    summary: "Stops and removes the agent's unit. --purge: also deletes its identity, its folder and its account.",
    takesArguments: true,
  },
  {
    name: "uninstall",
    usage: "uninstall [--purge]",
    summary:
      "Stops and removes the service's unit. --purge: also deletes all data, the master key, the settings and the account.",
    takesArguments: true,
  },
  { name: "version", usage: "version", summary: "Prints the version." },
  { name: "help", usage: "help [COMMAND]", summary: "Lists all commands, or explains one." },
];

export const exitCodes =
  "Exit codes: 0 success, 1 failed or a problem was found, 2 unknown command or argument, 78 wrong settings or input.";

const width = Math.max(...launcherCommands.map(({ usage }) => (usage.length > 40 ? 0 : usage.length))) + 2;

export const overview = [
  "Usage: latchkey [COMMAND]",
  "",
  ...launcherCommands.map(
    ({ usage, summary }) =>
      `  ${usage.padEnd(width)}${usage.length >= width ? "  " : ""}${summary.split(". ")[0]?.replace(/\.$/, "")}`,
  ),
  "",
  "Run latchkey COMMAND --help for details. Without a command, latchkey runs start.",
  exitCodes,
].join("\n");
