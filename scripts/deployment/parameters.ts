import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import { checkParameters } from "./check-parameters.ts";
import { type ParameterFile, parameterFile } from "./parameter-file.ts";

/** Arguments of `npm run deploy`. */
export interface Deployment {
  readonly dryRun: boolean;
  /** True to only upload the console, without changing the stack. */
  readonly onlyConsole: boolean;
  readonly stage: string;
  readonly stack: string;
  /** Parameters of the stack by name, without those at their defaults. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Names on the command line or in the file, even with an empty value: no other parameter goes back to its default. */
  readonly named: ReadonlySet<string>;
  /** First segment of the API's paths. */
  readonly prefix: string;
  readonly region: string;
  /** Arguments of the framework, including parameters. */
  readonly frameworkArguments: readonly string[];
  /** Resources that an old stack left behind and this one takes over, by their names in the template. */
  readonly adopted: Readonly<Record<string, string>>;
}

/** Parameters of the stack and their defaults. */
export const declaredParameters: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<unknown>(
    parse(readFileSync(new URL("../../serverless.yml", import.meta.url), "utf8"), { logLevel: "silent" }).params
      .default,
  ).map(([name, value]) => [name, String(value)]),
);

/** Reads the command line, then the stage's file of parameters. @throws SettingRefused with a sentence for the user */
export function readDeployment(words: readonly string[], file: ParameterFile = parameterFile()): Deployment {
  const { values } = parsed(words);
  const stage = values.stage ?? "prod";
  const given: Readonly<Record<string, string>> = {
    ...file.read(stage),
    ...Object.fromEntries((values.param ?? []).map(parameter)),
  };
  for (const name of Object.keys(given)) {
    if (!(name in declaredParameters)) {
      throw new SettingRefused(`Unknown parameter ${name}. Parameters: ${Object.keys(declaredParameters).join(", ")}.`);
    }
  }
  // An empty parameter has its default.
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
    if (error instanceof TypeError) throw new SettingRefused(error.message); // Thrown by parseArgs for invalid arguments.
    throw error;
  }
}

function parameter(text: string): readonly [name: string, value: string] {
  const at = text.indexOf("=");
  if (at < 1) throw new SettingRefused(`"${text}" must have the form name=value.`);
  return [text.slice(0, at), text.slice(at + 1)];
}
