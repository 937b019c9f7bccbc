import { basename } from "node:path";
import { type OpenFile, openFile, ToolError } from "../process/open-file.ts";
import type { ServerConnection } from "../process/server-connection.ts";
import type { SingleDash } from "../process/single-dash.ts";

/** One run of a subcommand. */
export interface SubcommandCall {
  readonly server: ServerConnection;
  readonly line: SingleDash;
  writeLine(text: string): void;
  /** Says it when there is to be much said. */
  detail(text: string): void;
}

/** What FMDeveloperTool can do, with the options it takes besides those that all have. */
export interface Subcommand {
  readonly values: readonly string[];
  readonly flags: readonly string[];
  readonly short?: Readonly<Record<string, string>>;
  /** @throws ToolError */
  run(call: SubcommandCall): Promise<void>;
}

/** The file that the command line names, opened with its account. @throws ToolError */
export function fileOfLine({ server, line }: SubcommandCall): Promise<OpenFile> {
  const [path, account = "Admin", password = ""] = line.words;
  if (path === undefined) throw new ToolError(10001, "A file is needed");
  return openFile(server, path, { account, password, key: line.values.encryption_key ?? "" });
}

/** Where the outcome goes: where the command line says, or beside the file under a name with something added. */
export function targetOf({ line }: SubcommandCall, path: string, addition: string, extension = ".fmp12"): string {
  return line.values.target_filename ?? `${path.replace(/\.fmp12$/i, "")}${addition}${extension}`;
}

/** A file's name without its extension. */
export function nameOf(path: string): string {
  return basename(path).replace(/\.fmp12$/i, "");
}
