import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { buildTogether } from "../../scripts/dev-aws/one-build.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-one-build-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("changes during a build cause one more build, which never writes the files that the first one is writing", async () => {
  const entry = join(folder, "probe.ts");
  const source = (word: string) => `export const word = "${word}"; export const long = "${"x".repeat(5_000_000)}";`;
  writeFileSync(entry, source("one"));
  let builds = 0;
  const begun = Promise.withResolvers<void>();
  const bundler = {
    functionEntries: [{ entry }],
    buildDirPath: join(folder, "built"),
    bundle: () => Promise.resolve(),
    prepare() {
      builds += 1;
      begun.resolve();
    },
  };
  const options = { bundle: true, format: "esm", entryNames: "[name]", outputFileExtension: ".mjs", exclude: [] };
  buildTogether(bundler, options, undefined);
  const first = bundler.bundle();
  await begun.promise;
  writeFileSync(entry, source("two"));
  await Promise.all([first, bundler.bundle(), bundler.bundle(), bundler.bundle()]);
  expect(builds).toBe(2);
  expect(readFileSync(join(folder, "built/probe.mjs"), "utf8")).toContain('"two"');
});
