import { basename } from "node:path";
import { keyFits } from "../../fmserver/file/file-body.ts";
import { type OpenFile, openFile, readClosed, ToolError } from "../process/open-file.ts";
import type { ServerConnection } from "../process/server-connection.ts";
import type { SingleDash } from "../process/single-dash.ts";

/** Run of a subcommand. */
export interface SubcommandCall {
  readonly server: ServerConnection;
  readonly line: SingleDash;
  writeLine(text: string): void;
  /** Writes a line in verbose mode. */
  detail(text: string): void;
}

/** Subcommand of FMDeveloperTool, with its options in addition to the common ones. */
export interface Subcommand {
  readonly values: readonly string[];
  readonly flags: readonly string[];
  readonly short?: Readonly<Record<string, string>>;
  /** @throws ToolError */
  run(call: SubcommandCall): Promise<void>;
}

/** Opens the file in the command line with its account. @throws ToolError */
export function fileOfLine({ server, line }: SubcommandCall): Promise<OpenFile> {
  const [path, account = "Admin", password = ""] = line.words;
  if (path === undefined) throw new ToolError(10001, "A file is needed");
  return openFile(server, path, { account, password, key: line.values.encryption_key ?? "" });
}

/** Opens the file in the command line of a subcommand that takes no account. @throws ToolError */
export async function fileWithoutAccount({ server, line }: SubcommandCall): Promise<OpenFile> {
  const [path, extra] = line.words;
  if (path === undefined) throw new ToolError(10001, "A file is needed");
  if (extra !== undefined) throw new ToolError(10001, `Invalid parameter ${extra}`);
  const file = await readClosed(server, path);
  if (!keyFits(file.header, line.values.encryption_key ?? "")) throw new ToolError(212, "Invalid encryption key");
  return file;
}

/** Returns the target path: from the command line, or next to the file with an addition to its name. */
export function targetOf({ line }: SubcommandCall, path: string, addition: string, extension = ".fmp12"): string {
  return line.values.target_filename ?? `${path.replace(/\.fmp12$/i, "")}${addition}${extension}`;
}

/** Returns a file's name without its extension. */
export function nameOf(path: string): string {
  return basename(path).replace(/\.fmp12$/i, "");
}
