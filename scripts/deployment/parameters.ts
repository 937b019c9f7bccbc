import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import { checkParameters } from "./check-parameters.ts";
import { type ParameterFile, parameterFile } from "./parameter-file.ts";

/** What `npm run deploy` was asked for. */
export interface Deployment {
  readonly dryRun: boolean;
  /** Whether the stack stays as it is, and gets the console alone. */
  readonly onlyConsole: boolean;
  readonly stage: string;
  /** The stack's name. */
  readonly stack: string;
  /** The stack's parameters by name, but for those that have their defaults. */
  readonly parameters: Readonly<Record<string, string>>;
  /** What is named on the command line or in the file, be it as nothing: nothing else goes back to its default. */
  readonly named: ReadonlySet<string>;
  /** First segment of the API's paths. */
  readonly prefix: string;
  readonly region: string;
  /** The framework's arguments, parameters included. */
  readonly frameworkArguments: readonly string[];
  /** What a stack of before left behind and this one takes over, by the names of the template. */
  readonly adopted: Readonly<Record<string, string>>;
}

/** The stack's parameters and what holds where one is not given. */
export const declaredParameters: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<unknown>(
    parse(readFileSync(new URL("../../serverless.yml", import.meta.url), "utf8"), { logLevel: "silent" }).params
      .default,
  ).map(([name, value]) => [name, String(value)]),
);

/** Reads the command line, and behind it the stage's file of parameters. @throws SettingRefused with a sentence for the user */
export function readDeployment(words: readonly string[], file: ParameterFile = parameterFile()): Deployment {
  const { values } = parsed(words);
  const stage = values.stage ?? "prod";
  const given: Readonly<Record<string, string>> = {
    ...file.read(stage),
    ...Object.fromEntries((values.param ?? []).map(parameter)),
  };
  for (const name of Object.keys(given)) {
    if (!(name in declaredParameters)) {
      throw new SettingRefused(
        `There is no parameter ${name}. There are ${Object.keys(declaredParameters).join(", ")}.`,
      );
    }
  }
  // One that is given as nothing has its default.
  const parameters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
  checkParameters(parameters);
  return {
    dryRun: values["dry-run"],
    onlyConsole: values["only-console"],
    stage,
    stack: `latchkey-${stage}`,
    parameters,
    named: new Set(Object.keys(given)),
    prefix: parameters.prefix ?? (declaredParameters.prefix as string),
    region: parameters.region as string,
    frameworkArguments: [
      ...Object.entries(parameters).map(([name, value]) => `--param=${name}=${value}`),
      `--stage=${stage}`,
    ],
    adopted: Object.fromEntries((values.adopt ?? []).map(parameter)),
  };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        param: { type: "string", multiple: true },
        stage: { type: "string" },
        adopt: { type: "string", multiple: true },
        "dry-run": { type: "boolean", default: false },
        "only-console": { type: "boolean", default: false },
      },
    });
  } catch (error) {
    if (error instanceof TypeError) throw new SettingRefused(error.message); // How parseArgs refuses.
    throw error;
  }
}

function parameter(text: string): readonly [name: string, value: string] {
  const at = text.indexOf("=");
  if (at < 1) throw new SettingRefused(`"${text}" is not of the form name=value.`);
  return [text.slice(0, at), text.slice(at + 1)];
}
