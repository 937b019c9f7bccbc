import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { onTestFinished } from "vitest";
import { scratchFolder } from "./scratch-folder.ts";

/** True if this account can mount a disk; without that right, the same is tested with files that are full for other reasons. */
export const mayMount = process.platform === "linux" && process.getuid?.() === 0 && triedToMount();

/** Creates a separate disk of this size and returns its path. */
export function smallDisk(sizeBytes: number): string {
  const folder = scratchFolder();
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${sizeBytes}`, "tmpfs", folder]);
  // Runs before the folder is deleted.
  onTestFinished(() => {
    execFileSync("umount", ["-l", folder]);
  });
  return folder;
}

/** Mounts an empty disk that can only be read over a new folder. Returns a function that unmounts it. */
export function readOnlyDisk(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", "ro,size=65536", "tmpfs", folder]);
  return () => {
    execFileSync("umount", ["-l", folder]);
  };
}

function triedToMount(): boolean {
  try {
    execFileSync("unshare", ["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    // Root in a container may lack the right to mount.
    return false;
  }
}
