import { execFileSync, spawnSync } from "node:child_process";

/** What a run is about: the commit, and the day. */
export function commitAndDate(): { readonly commit: string; readonly date: string } {
  const git = (...words: readonly string[]) => execFileSync("git", words, { encoding: "utf8" }).trim();
  return { commit: git("rev-parse", "--short=12", "HEAD"), date: new Date().toISOString().slice(0, 10) };
}

const documents = [":!docs", ":!*.md", ":!bench/results", ":!tests/faults/results.json"];

/** Whether nothing but documents and kept results is another than at a commit. Not of a commit that is not there. */
export function isSameProduct(commit: string): boolean {
  return spawnSync("git", ["diff", "--quiet", commit, "--", ":/", ...documents], { stdio: "ignore" }).status === 0;
}
