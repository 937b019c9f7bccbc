import type { OutputOf } from "../../../api/operations.ts";

type Build = OutputOf<"GET /svc/api/build/db/list">["builds"][number];

/** Builds whose files were made, in the order in which they come. */
export function comparableBuilds(builds: readonly Build[]): readonly Build[] {
  return builds.filter(({ files }) => files?.every(({ sha256 }) => sha256 !== undefined));
}

/**
 * What a build is compared with before the user chooses: the one before it that has a file in common,
 * otherwise the one before it; the oldest, with the newest. The older one comes first.
 */
export function firstComparison(build: Build, newestFirst: readonly Build[]) {
  const names = new Set(build.files?.map(({ fileName }) => fileName));
  const earlier = newestFirst.filter(({ id }) => id < build.id);
  const related = earlier.find(({ files }) => files?.some(({ fileName }) => names.has(fileName)));
  const other = related ?? earlier[0] ?? newestFirst.find(({ id }) => id !== build.id);
  if (other === undefined) return undefined;
  return { from: Math.min(build.id, other.id), to: Math.max(build.id, other.id) };
}
