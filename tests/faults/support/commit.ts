import { execFileSync } from "node:child_process";

/** What a run is about: the commit, and the day. */
export function commitAndDate(): { readonly commit: string; readonly date: string } {
  const git = (...words: readonly string[]) => execFileSync("git", words, { encoding: "utf8" }).trim();
  return { commit: git("rev-parse", "--short=12", "HEAD"), date: new Date().toISOString().slice(0, 10) };
}
