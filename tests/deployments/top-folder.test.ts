import { expect } from "vitest";
import { namesBelowTopFolder } from "../../local-agent/zip/top-folder.ts";
import { verifies } from "../support/verifies.ts";

verifies("deployments:sources:folder", "names", () => {
  const cases: readonly (readonly [given: readonly string[], names: readonly string[]])[] = [
    [
      ["Build/Demo.fmp12", "Build/manifest.json"],
      ["Demo.fmp12", "manifest.json"],
    ],
    [
      ["Build/Demo.fmp12", "Build/RC_Data_FMS/Demo/Files/a.jpg", "__MACOSX/Build/._Demo.fmp12", "Build/.DS_Store"],
      ["Demo.fmp12", "RC_Data_FMS/Demo/Files/a.jpg"],
    ],
    // Everything else stays as it is.
    [
      ["Demo.fmp12", "Build/Other.fmp12"],
      ["Demo.fmp12", "Build/Other.fmp12"],
    ],
    [
      ["One/Demo.fmp12", "Two/Demo.fmp12"],
      ["One/Demo.fmp12", "Two/Demo.fmp12"],
    ],
    [["Build/Deep/Demo.fmp12"], ["Build/Deep/Demo.fmp12"]],
    [["manifest.json"], ["manifest.json"]],
    [[], []],
  ];
  for (const [given, names] of cases) expect([...namesBelowTopFolder(given).values()], given.join()).toEqual(names);
});
