import type { Transformation } from "#shared/agent/protocol/tasks/file-tasks.ts";

/** Account that opens the file, as passed to FMDeveloperTool, which only accepts it as arguments. */
export interface Opener {
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly currentEncryptionKey?: string | undefined;
}

/** Subcommand of each operation. The one for a new UUID has different names in different releases. */
const subcommands = {
  encrypt: "--enableEncryption",
  decrypt: "--removeEncryption",
  compress: "--copyCompress",
  "self-contained": "--copySelfContained",
  "no-admin": "--removeAdminAccess",
  kiosk: "--enableKiosk",
  recover: "--recover",
} as const satisfies Partial<Record<Transformation["operation"], string>>;

/**
 * Operations whose subcommand takes no account after the file. Recovering has options for one, to bypass a startup script.
 * Source: https://help.claris.com/en/developer-tool-guide/content/command-line-parameters.html
 */
const withoutAccount: ReadonlySet<Transformation["operation"]> = new Set(["recover", "no-admin", "kiosk"]);

/** True if the tool needs an account or an encryption password to open the file. */
export function opensWithSecret({ operation }: Transformation, opener: Opener | undefined): boolean {
  return !withoutAccount.has(operation) || (opener?.username ?? opener?.currentEncryptionKey) !== undefined;
}

interface ToolCall extends Opener {
  readonly source: string;
  readonly draft: string;
  /** Name of the operation in `--help`, if it isn't known in advance. */
  readonly found?: string | undefined;
}

/** Returns the arguments of FMDeveloperTool for an operation on one file. */
export function toolArguments(transformation: Transformation, call: ToolCall): readonly string[] {
  const { username = "Admin", password = "", source, draft, currentEncryptionKey: key, found } = call;
  const { operation } = transformation;
  const subcommand = operation === "new-uuid" ? (found ?? "") : subcommands[operation];
  const account = withoutAccount.has(operation) ? [] : [username, password];
  const options = optionsOf(transformation, call);
  return [subcommand, source, ...account, "-t", draft, "-force", ...(key ? ["-e", key] : []), ...options];
}

function optionsOf(transformation: Transformation, { username, password }: ToolCall): readonly string[] {
  switch (transformation.operation) {
    case "encrypt": {
      const { sharedId, encryptionKey, hint, openStorage } = transformation;
      return ["-s", sharedId, "-p", encryptionKey, ...(hint ? ["-h", hint] : []), ...(openStorage ? ["-o"] : [])];
    }
    case "recover": {
      const { generate, rebuildIndex, skipSchema, skipStructure, keepCaches, bypass } = transformation;
      return [
        ...["-g", generate, "-i", rebuildIndex],
        ...(skipSchema ? ["-r"] : []),
        ...(skipStructure ? ["-l"] : []),
        ...(keepCaches ? ["-k"] : []),
        ...(bypass ? ["-b"] : []),
        ...(username ? ["-u", username, "-p", password ?? ""] : []),
      ];
    }
    default:
      return [];
  }
}

/** Returns the subcommand in a help text that gives a file another ID. */
export function uuidSubcommand(help: string): string | undefined {
  return help.split(/\s+/).find((word) => /^--\w*(?:uuid|uniqueid|guid)\w*$/i.test(word));
}
