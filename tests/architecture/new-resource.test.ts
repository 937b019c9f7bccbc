import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { errorResources } from "#shared/contract/errors.ts";
import { linesByHand, writeResource } from "../../scripts/new-resource.ts";
import { scratchFolder } from "../support/scratch-folder.ts";

const project = fileURLToPath(new URL("../../", import.meta.url));

/** Links everything in a folder of the project. The area of the new resource is a folder of its own, so that nothing is written to the project. */
function linkEach(folder: string, root: string): void {
  for (const name of readdirSync(join(project, folder))) {
    const path = join(folder, name);
    if (path !== "functions/files") {
      symlinkSync(join(project, path), join(root, path));
      continue;
    }
    mkdirSync(join(root, path));
    linkEach(path, root);
  }
}

/** Creates a folder with links to the project's modules, next to which those of a new resource can be placed. */
function besideTheProject(): string {
  const root = scratchFolder();
  for (const folder of ["shared", "functions", "tests", "tests/requirements"]) {
    mkdirSync(join(root, folder));
    if (folder === "tests") continue;
    linkEach(folder, root);
  }
  for (const name of ["node_modules", "package.json"]) symlinkSync(join(project, name), join(root, name));
  // The generated test cites a requirement that a person still has to list.
  const include = ["shared/probes", "functions/files/probes.ts", "tests/requirements/probes.ts"];
  writeFileSync(join(root, "tsconfig.json"), JSON.stringify({ extends: join(project, "tsconfig.json"), include }));
  return root;
}

test("the files generated for a new resource compile unchanged", async () => {
  const root = besideTheProject();
  const written = writeResource("probes", "files", root);
  expect(written).toContain("functions/files/probes.ts");
  const tsc = join(project, "node_modules/.bin/tsc");
  await expect(promisify(execFile)(tsc, ["-p", root])).resolves.toMatchObject({ stdout: "" });
});

test("existing files aren't overwritten, and an invalid folder name is rejected", () => {
  expect(() => writeResource("notes", "files", project)).toThrow("Already exists: shared/notes/contract.ts");
  expect(() => writeResource("Web Hooks", "files", project)).toThrow("one lower-case word");
});

test("the remaining manual steps are listed with the next free range of error numbers", () => {
  const last = Math.max(...Object.values(errorResources).map(({ newNumbersFrom }) => newNumbersFrom));
  expect(linesByHand("probes", "files")).toContain(
    `shared/contract/errors.ts: probes: { newNumbersFrom: ${last + 25}, errors: probeErrors },`,
  );
});
