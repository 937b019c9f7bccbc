import { readFileSync } from "node:fs";
import type { ResourceData, ResourceIndex } from "./command-data.ts";

/** Commands of the API that were made when the program was packed. Only those of one resource are loaded. */
export interface CommandFiles {
  index(): ResourceIndex;
  resource(name: string): ResourceData;
}

/** @param folder URL of the folder with `index.json` and a file for each resource */
export function commandFiles(folder: URL): CommandFiles {
  const read = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
  return { index: () => read("index"), resource: (name) => read(name) };
}
