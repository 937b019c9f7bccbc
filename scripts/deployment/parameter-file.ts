import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, stringify } from "yaml";
import { SettingRefused } from "../../functions/settings/setting-refused.ts";

/** Stores a stage's parameters between deployments. They contain no secrets. */
export interface ParameterFile {
  /** Returns an empty object if the file doesn't exist. @throws SettingRefused if it isn't a list of names and values */
  read(stage: string): Readonly<Record<string, string>>;
  /** Returns the file's name. */
  write(stage: string, parameters: Readonly<Record<string, string>>): string;
}

const ownFolder = fileURLToPath(new URL("../../stages", import.meta.url));

export function parameterFile(folder = ownFolder): ParameterFile {
  const nameOf = (stage: string) => join(folder, `${stage}.yml`);
  return {
    read(stage) {
      const name = nameOf(stage);
      const content = textOf(name);
      if (content === undefined) return {};
      const parameters: unknown = parse(content, { logLevel: "error" });
      if (typeof parameters !== "object" || parameters === null || Array.isArray(parameters))
        throw new SettingRefused(
          `${name} must have one parameter per line, such as "fmsUrl: https://fms.example.com".`,
        );
      const isSingle = ([, value]: [string, unknown]) => value === null || typeof value !== "object";
      const [wrong] = Object.entries(parameters).find((entry) => !isSingle(entry)) ?? [];
      if (wrong !== undefined) throw new SettingRefused(`${name}: ${wrong} must be a single value.`);
      return Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, String(value ?? "")]));
    },
    write(stage, parameters) {
      const name = nameOf(stage);
      mkdirSync(folder, { recursive: true });
      writeFileSync(name, stringify(parameters));
      return name;
    },
  };
}

function textOf(name: string): string | undefined {
  try {
    return readFileSync(name, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
