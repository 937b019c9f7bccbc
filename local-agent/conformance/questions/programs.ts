import { unknownName } from "./http-question.ts";

/** Run of a command-line tool that changes nothing. */
export interface ProgramQuestion {
  readonly step: string;
  readonly tool: "fmsadmin" | "FMDeveloperTool" | "FMDataMigration" | "FMUpgradeTool";
  readonly args: readonly string[];
  /** Lines of standard input: an account that no server knows, or nothing. */
  readonly stdin: "account" | "none";
  /** True if the program's own texts are printed only: help and versions. */
  readonly isOwnText: boolean;
}

/** Account of questions that give one: no server knows it, so no real account is locked out. */
export const unknownAccount = { user: unknownName, password: "wrong" };

function run(
  step: string,
  [tool, ...args]: readonly [ProgramQuestion["tool"], ...string[]],
  { stdin = "none", isOwnText = false }: Partial<Pick<ProgramQuestion, "stdin" | "isOwnText">> = {},
): ProgramQuestion {
  return { step: `program.${step}`, tool, args, stdin, isOwnText };
}

const text = { isOwnText: true };
const account = ["-u", unknownAccount.user, "-p", unknownAccount.password] as const;

/** Questions to FileMaker Server's command-line tools. None signs in, and few try to: servers lock out who tries too often. */
export const programQuestions: readonly ProgramQuestion[] = [
  run("fmsadmin.version", ["fmsadmin", "-v"], text),
  run("fmsadmin.long-version", ["fmsadmin", "--version"], text),
  run("fmsadmin.help", ["fmsadmin", "help"], text),
  run("fmsadmin.help-option", ["fmsadmin", "-h"], text),
  run("fmsadmin.help-commands", ["fmsadmin", "help", "commands"], text),
  run("fmsadmin.help-options", ["fmsadmin", "help", "options"], text),
  run("fmsadmin.help-backup", ["fmsadmin", "help", "backup"], text),
  run("fmsadmin.help-list", ["fmsadmin", "help", "list"], text),
  run("fmsadmin.no-command", ["fmsadmin"], text),
  run("fmsadmin.unknown-command", ["fmsadmin", "nothing"], text),
  run("fmsadmin.unknown-option", ["fmsadmin", "list", "files", "--nothing"], text),
  run("fmsadmin.no-input", ["fmsadmin", "list", "files"]),
  run("fmsadmin.piped-account", ["fmsadmin", "list", "files"], { stdin: "account" }),
  run("fmsadmin.account-options", ["fmsadmin", "list", "files", ...account]),
  run("fmsadmin.account-first", ["fmsadmin", ...account, "list", "files"]),
  run("fmsadmin.end-of-options", ["fmsadmin", "close", "-y", ...account, "--", unknownName]),
  run("developer.version", ["FMDeveloperTool", "--version"], text),
  run("developer.help", ["FMDeveloperTool", "--help"], text),
  run("developer.no-command", ["FMDeveloperTool"], text),
  run("developer.unknown", ["FMDeveloperTool", "--nothing"], text),
  run("developer.no-file", ["FMDeveloperTool", "--checkConsistency", unknownName], text),
  run("migration.version", ["FMDataMigration", "-version"], text),
  run("migration.no-option", ["FMDataMigration"], text),
  run("migration.no-file", ["FMDataMigration", "-src_path", unknownName, "-clone_path", unknownName], text),
  run("upgrade.version", ["FMUpgradeTool", "--version"], text),
  run("upgrade.help", ["FMUpgradeTool", "--help"], text),
  run("upgrade.no-option", ["FMUpgradeTool"], text),
];
