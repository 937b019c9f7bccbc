import { readFileSync } from "node:fs";
import { errors } from "#shared/contract/errors.ts";
import description from "#shared/system/api-document.ts";
import { type CompactApi, compactApi } from "./compact-api.ts";
import { shareParts, wholeValue } from "./shared-parts.ts";

/** Returns the file with the API of a release. */
export const apiFile = (release: string): URL => new URL(`api-${release}.json`, import.meta.url);

/** Returns the API of this checkout. */
export function currentApi(): CompactApi {
  const { paths = {} } = JSON.parse(JSON.stringify(description));
  return compactApi({ paths }, errors);
}

/** Returns the API of a release. */
export function keptApi(release: string): CompactApi {
  const { parts, ...value } = JSON.parse(readFileSync(apiFile(release), "utf8"));
  return wholeValue({ parts, value }) as CompactApi;
}

/** Returns the API as it is kept: one line for each operation, each error and each shared part, so that a difference is easy to read. */
export function keptText(api: CompactApi): string {
  const { value, parts } = shareParts(api);
  const { operations, errors: known } = value as CompactApi;
  const lines = (entries: object) =>
    Object.entries(entries)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, of]) => `${JSON.stringify(name)}:${JSON.stringify(of)}`)
      .join(",\n");
  const shared = parts.map((part) => JSON.stringify(part)).join(",\n");
  return `{\n"operations":{\n${lines(operations)}\n},\n"errors":{\n${lines(known)}\n},\n"parts":[\n${shared}\n]\n}\n`;
}
