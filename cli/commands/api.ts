import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Argument, type Command, Option } from "commander";
import type { FieldData, OperationData } from "../command-data.ts";
import { type CallFlags, type Context, clientIn, withCallFlags } from "../context.ts";
import { exitCodesHelp, UsageError } from "../exit-codes.ts";
import { type GivenFields, inputOf } from "../fields.ts";
import { show } from "../output/show.ts";
import { print, readAll } from "../terminal.ts";

interface OperationFlags extends CallFlags {
  readonly input?: string;
  readonly all?: boolean;
}

type AnyMethod = ((input: object, options: object) => Promise<unknown>) & {
  pages(input: object, options: object): AsyncIterable<unknown>;
};

/** Adds `api`: a call by method and path, or a command per operation. Only the commands of the named resource are built. */
export function addApi(program: Command, context: Context, words: readonly string[]): void {
  const api = program
    .command("api")
    .enablePositionalOptions()
    .description("call any operation of the management API")
    .usage("METHOD PATH [--input FILE]\n       latchkey api RESOURCE OPERATION [flags]")
    .argument("[method]", "GET, POST, PUT, PATCH or DELETE")
    .argument("[path]", "path with its query, such as /api/processes?state=open")
    .option("--input <file>", "body: a file, or - for standard input")
    .option("--profile <name>", "use this profile (see latchkey profiles)")
    .addHelpText(
      "after",
      () => `\nResources:\n  ${Object.keys(context.files.index()).join("\n  ")}\n\n${exitCodesHelp}`,
    )
    .action(async (method: string | undefined, path: string | undefined, flags: OperationFlags) => {
      if (method === undefined) return api.outputHelp();
      await callPath(context, method, path, flags);
    });
  const resources = context.files.index();
  const named = words.find((word) => word in resources);
  for (const resource of Object.keys(resources)) {
    const command = api.command(resource, { hidden: true }).usage("OPERATION [flags]");
    if (resource === named) addOperations(command, context, resource);
  }
}

async function callPath(context: Context, method: string, path: string | undefined, flags: OperationFlags) {
  const { terminal } = context;
  if (!/^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/i.test(method) || path === undefined)
    throw new UsageError(`"${method}" isn't a method or a resource. List both with latchkey api --help.`);
  const body = flags.input === undefined ? undefined : await bodyIn(context, flags.input);
  const answer = await clientIn(context, flags).request(method.toUpperCase(), path, { signal: terminal.signal, body });
  await write(context, answer);
}

async function bodyIn({ terminal }: Context, file: string): Promise<RequestInit["body"]> {
  if (file === "-") return readAll(terminal);
  const { openAsBlob } = await import("node:fs");
  return openAsBlob(file).catch((thrown: Error) => {
    throw new UsageError(`${file} can't be read: ${thrown.message}`);
  });
}

function addOperations(command: Command, context: Context, resource: string): void {
  const { property, operations } = context.files.resource(resource);
  command.description(`operations of ${resource}`).action(() => command.outputHelp());
  for (const operation of operations) addOperation(command, context, property, operation);
}

function addOperation(parent: Command, context: Context, property: string, operation: OperationData): void {
  const { fields } = operation;
  const command = parent.command(operation.command).summary(operation.summary);
  command.description([operation.summary, operation.description].filter((text) => text !== "").join("\n\n"));
  for (const field of fields) {
    // An argument can also come with the JSON of --input.
    if (field.isInPath) command.addArgument(new Argument(`[${field.flag}]`, field.description));
    else for (const option of optionsOf(field)) command.addOption(option);
  }
  withCallFlags(command);
  if (operation.method !== "GET")
    command.option("--input <file>", "JSON with the fields: a file, or - for standard input");
  if (fields.some(({ name }) => name === "cursor")) command.option("--all", "read all pages");
  command.addHelpText(
    "after",
    `\nExample:\n  latchkey api ${parent.name()} ${operation.command} ${operation.example}`.trimEnd() +
      `\n\nTexts: @FILE reads a file, @- standard input. Sends ${operation.method} ${operation.path}`,
  );
  command.action(async (...parameters: unknown[]) => {
    const flags = command.optsWithGlobals<OperationFlags & GivenFields>();
    const inPath = fields.filter(({ isInPath }) => isInPath);
    const given = Object.fromEntries(
      fields.map((field) => [field.name, field.isInPath ? parameters[inPath.indexOf(field)] : flagValue(field, flags)]),
    );
    const input = await inputOf(context.terminal, fields, given, flags.input);
    await callOperation(context, property, operation, input, flags);
  });
}

async function callOperation(
  context: Context,
  property: string,
  { name }: OperationData,
  input: object,
  flags: OperationFlags,
): Promise<void> {
  const { terminal } = context;
  const client = clientIn(context, flags) as unknown as Readonly<Record<string, Readonly<Record<string, AnyMethod>>>>;
  const method = client[property]?.[name];
  if (method === undefined) throw new Error(`The client has no method ${property}.${name}`);
  const options = { signal: terminal.signal };
  if (flags.all) {
    for await (const page of method.pages(input, options)) show(terminal, { ...(page as object), cursor: null }, flags);
    return;
  }
  const output = await method(input, options);
  if (output instanceof Response) await write(context, output);
  else if (typeof output === "string") print(terminal, output);
  else show(terminal, output, flags);
}

/** Writes a body unchanged. */
async function write({ terminal }: Context, answer: Response): Promise<void> {
  if (answer.body === null) return;
  await pipeline(Readable.fromWeb(answer.body as import("node:stream/web").ReadableStream), terminal.stdout, {
    end: false,
  });
  if (terminal.stdout.isTTY) terminal.stdout.write("\n");
}

function optionsOf({ flag, kind, choices, description }: FieldData): readonly Option[] {
  // The parser takes the prefix `no-` as a negation, so `--check-bucket` is the opposite of a field `noCheckBucket`.
  const opposite = flag.startsWith("no-") ? flag.slice("no-".length) : `no-${flag}`;
  if (kind === "boolean") return [new Option(`--${flag}`, description), new Option(`--${opposite}`).hideHelp()];
  const values = { list: "<text...>", json: "<json>", integer: "<number>", number: "<number>", text: "<text>" }[kind];
  const hint = choices === undefined ? description : `${description} (${choices.join(", ")})`;
  return [new Option(`--${flag} ${values}`, hint)];
}

/** Returns the value of a field's flag, as the parser keeps it. Undefined if the flag wasn't given. */
function flagValue({ flag }: FieldData, flags: GivenFields): unknown {
  const option = new Option(`--${flag}`);
  const value = flags[option.attributeName()];
  return option.negate && value !== undefined ? !value : value;
}
