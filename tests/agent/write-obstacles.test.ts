import { readdirSync } from "node:fs";
import { expect } from "vitest";
import { obstacleText, writeObstacle } from "../../local-agent/disk/write-access.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";

verifies("files:operations:write-access", "each system's refusal names the line that allows writing", () => {
  expect(obstacleText("/fmdata", "EROFS", "linux")).toContain('ReadWritePaths="/fmdata"');
  expect(obstacleText("D:\\Data", "EPERM", "win32")).toContain('icacls "D:\\Data" /grant "*S-1-5-19:(OI)(CI)M"');
  expect(obstacleText("/Volumes/Backup", "EPERM", "darwin")).toMatch(
    /Full Disk Access, add \/.* and restart the agent/,
  );
  expect(obstacleText("/Volumes/Backup", "EACCES", "darwin")).toContain("allow the group");
});

verifies("files:operations:write-access", "an attempt leaves nothing behind", async () => {
  const folder = scratchFolder();
  for (const platform of ["win32", "darwin"] as const) expect(await writeObstacle(folder, platform)).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});
