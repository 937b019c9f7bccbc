import { expect, onTestFinished } from "vitest";
import { aReleaseSetup, fullAccess } from "../../builds/support/a-release-setup.ts";
import { testService } from "../../support/test-service.ts";
import { openedByGuide } from "./followed-guide.ts";

/**
 * Sets up another machine to replace a lost one, with a FileMaker Server without files: the files restored to `target` are moved there,
 * checked and opened as the guide says, and read through a new Latchkey. Returns the names of their records.
 */
export async function recordsOnReplacement(
  target: string,
  files: readonly string[],
): Promise<Readonly<Record<string, readonly string[]>>> {
  const server = await aReleaseSetup((options) => testService(options), "replacement", [], false);
  onTestFinished(() => server.stop());
  const printed = await openedByGuide(target, server.at(), { user: "admin", password: "admin-pass" });
  expect(printed.join("").match(/is consistent$/gm)).toHaveLength(files.length);
  for (const file of files) expect(printed.at(-1)).toContain(`File Opened: ${file}.fmp12`);

  const { user, password: pass } = fullAccess;
  const key = await server.service.aKey({ databases: files, isOData: true, user, pass });
  const records = async (file: string) => {
    const { body } = await server.service.raw("GET", `/svc/fmi/odata/v4/${file}/${file}`, { key });
    return body.value.map(({ name }: { readonly name: string }) => name);
  };
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await records(file)] as const)));
}
