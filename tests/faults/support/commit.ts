import { execFileSync, spawnSync } from "node:child_process";

export function commitAndDate(): { readonly commit: string; readonly date: string } {
  const git = (...words: readonly string[]) => execFileSync("git", words, { encoding: "utf8" }).trim();
  return { commit: git("rev-parse", "--short=12", "HEAD"), date: new Date().toISOString().slice(0, 10) };
}

const documents = [":!docs", ":!*.md", ":!bench/results", ":!tests/faults/results.json"];

/** True if only documents and stored results differ from a commit. False if the commit doesn't exist. */
export function isSameProduct(commit: string): boolean {
  return spawnSync("git", ["diff", "--quiet", commit, "--", ":/", ...documents], { stdio: "ignore" }).status === 0;
}
