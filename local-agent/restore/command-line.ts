import { parseArgs } from "node:util";

/** Arguments of the program. */
export interface RestoreCommand {
  readonly task: "list" | "files" | "restore" | "help";
  readonly endpoint: string;
  readonly bucket: string;
  readonly folder: string;
  readonly region: string | undefined;
  readonly addressing: "auto" | "path" | "host";
  readonly keyFile: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Set and snapshot, by the beginning of their names. */
  readonly set: string | undefined;
  readonly snapshot: string | undefined;
  /** Files to restore. Empty: all. */
  readonly files: readonly string[];
  readonly to: string;
}

/** Invalid command line. */
export class WrongCommand extends Error {
  override readonly name = "WrongCommand";
}

export const usage = `node restore.mjs [list | files | restore] --bucket NAME --key-file FILE [options]

  list      shows the sets and snapshots that the recovery key can open (default)
  files     shows the files of a snapshot
  restore   restores files of a snapshot to a folder

  --bucket NAME        name of the bucket
  --endpoint ADDRESS   address of the object store, such as s3.eu-central-1.amazonaws.com
  --folder PATH        folder of the backups in the bucket, if any
  --region NAME        region of the object store, if its address doesn't include it
  --addressing KIND    position of the bucket in addresses: path or host
  --key-file FILE      text file with the recovery key
  --set NAME           set, if there are several; the beginning of its name is enough
  --snapshot NAME      snapshot; default: the newest
  --file PATH          file, as shown by \`files\`; can be repeated; default: all
  --to FOLDER          folder for the files; existing files are never replaced

The object store's access key is read from the variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;

const tasks = ["list", "files", "restore", "help"] as const;

/** @throws WrongCommand */
export function commandIn(
  commandLine: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): RestoreCommand {
  const { values, positionals } = parsed(commandLine);
  const [word = "list", ...rest] = positionals;
  const task = values.help === true ? "help" : tasks.find((one) => one === word);
  if (task === undefined || rest.length > 0) throw new WrongCommand(`Unknown command ${[word, ...rest].join(" ")}`);
  const addressing = (["auto", "path", "host"] as const).find((one) => one === (values.addressing ?? "auto"));
  if (addressing === undefined) throw new WrongCommand("--addressing must be path or host");
  const needed = (name: "bucket" | "key-file" | "to"): string => {
    const value = values[name];
    if (value === undefined && task !== "help" && (name !== "to" || task === "restore"))
      throw new WrongCommand(`--${name} is missing`);
    return value ?? "";
  };
  const account = (name: string): string => {
    const value = variables[name] ?? "";
    if (value === "" && task !== "help") throw new WrongCommand(`The variable ${name} is missing`);
    return value;
  };
  return {
    ...{ task, addressing, region: values.region, set: values.set, snapshot: values.snapshot },
    ...{ endpoint: values.endpoint ?? "s3.amazonaws.com", files: values.file ?? [] },
    folder: (values.folder ?? "").split("/").filter(Boolean).join("/"),
    ...{ bucket: needed("bucket"), keyFile: needed("key-file"), to: needed("to") },
    ...{ accessKeyId: account("AWS_ACCESS_KEY_ID"), secretAccessKey: account("AWS_SECRET_ACCESS_KEY") },
  };
}

function parsed(commandLine: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...commandLine],
      allowPositionals: true,
      options: {
        ...{ endpoint: text, bucket: text, folder: text, region: text, addressing: text },
        ...{ "key-file": text, set: text, snapshot: text, to: text },
        file: { type: "string", multiple: true },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (thrown) {
    throw new WrongCommand(thrown instanceof Error ? thrown.message : String(thrown));
  }
}
