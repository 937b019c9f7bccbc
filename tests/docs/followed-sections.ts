import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { runShell, type Variables } from "./code-runners.ts";

const mark = "=== what is set";
/** Makes every call of a guide fail on errors, and print its response. */
const strictly = 'curl() { command curl --silent --show-error --fail-with-body "$@"; }\n';

/** Runs a guide's shell lines from beginning to end, in one shell like a reader's. Yields the section of each block after it has run. */
export async function* followedSections(guide: string, environment: Variables): AsyncGenerator<string> {
  const text = readFileSync(new URL(`../../docs/guides/${guide}`, import.meta.url), "utf8");
  // Blocks use the variables that earlier blocks have set.
  const names = new Set([...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name = ""]) => name));
  const kept = [...names].map((name) => `declare -p ${name} 2>/dev/null || true\n`).join("");
  let variables = "";
  for (const section of text.split(/^## /m).slice(1)) {
    const title = section.slice(0, section.indexOf("\n"));
    for (const [, code = ""] of section.matchAll(/^```sh\n(.*?)^```$/gms)) {
      const run = await runShell(`${strictly}${variables}${code}echo; echo "${mark}"\n${kept}`, environment);
      const [printed = "", declared = ""] = run.split(mark);
      expect(printed, `${title}: ${code}`).toMatch(/"code":"?0"?/);
      expect(printed, `${title}: ${code}`).not.toMatch(
        /"code":"?[1-9]|"(?:state|final_result)":"(?:failed|crashed|aborted)"/,
      );
      variables = declared;
      yield title;
    }
  }
}
