import type { OutputOf } from "../../../api/operations.ts";

type Build = OutputOf<"GET /svc/api/build/db/list">["builds"][number];

/** Returns the builds with completed files, in the same order. */
export function comparableBuilds(builds: readonly Build[]): readonly Build[] {
  return builds.filter(({ files }) => files?.every(({ sha256 }) => sha256 !== undefined));
}

/**
 * Returns the initial comparison of a build, older build first: with the previous build that shares a file, otherwise with the previous
 * build. The oldest build is compared with the newest.
 */
export function firstComparison(build: Build, newestFirst: readonly Build[]) {
  const names = new Set(build.files?.map(({ fileName }) => fileName));
  const earlier = newestFirst.filter(({ id }) => id < build.id);
  const related = earlier.find(({ files }) => files?.some(({ fileName }) => names.has(fileName)));
  const other = related ?? earlier[0] ?? newestFirst.find(({ id }) => id !== build.id);
  if (other === undefined) return undefined;
  return { from: Math.min(build.id, other.id), to: Math.max(build.id, other.id) };
}
