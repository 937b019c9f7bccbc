import { execFileSync } from "node:child_process";
import { onTestFinished } from "vitest";
import { scratchFolder } from "./scratch-folder.ts";

/** Whether this account may mount a disk; who may not proves the same on files that are full by other means. */
export const mayMount = process.platform === "linux" && process.getuid?.() === 0 && triedToMount();

/** A disk of its own, with so many bytes. */
export function smallDisk(sizeBytes: number): string {
  const folder = scratchFolder();
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${sizeBytes}`, "tmpfs", folder]);
  // Runs before the folder is deleted.
  onTestFinished(() => {
    execFileSync("umount", ["-l", folder]);
  });
  return folder;
}

function triedToMount(): boolean {
  try {
    execFileSync("unshare", ["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    // A container may be root and still be forbidden to mount.
    return false;
  }
}
