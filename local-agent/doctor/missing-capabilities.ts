import { rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import release from "../../package.json" with { type: "json" };
import { keepPrivately, readDispensable } from "../disk/private-file.ts";

const MissingCapabilities = z.object({ agentVersion: z.string(), lacks: z.array(z.string()) });

const fileIn = (folder: string) => join(folder, "lacks.json");

/** Records capabilities that the service needs and this version lacks, for `doctor`. */
export function keepMissingCapabilities(folder: string, missing: readonly string[]): void {
  if (missing.length === 0) rmSync(fileIn(folder), { force: true });
  else keepPrivately(fileIn(folder), { agentVersion: release.version, lacks: missing });
}

/** Returns capabilities that the service needs and this version lacks; none if another version has replaced it since. */
export function readMissingCapabilities(folder: string): readonly string[] {
  const kept = readDispensable(fileIn(folder), MissingCapabilities);
  return kept?.agentVersion === release.version ? kept.lacks : [];
}
