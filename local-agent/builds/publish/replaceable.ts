import * as z from "zod";
import { isFileMakerFolder } from "#shared/agent/protocol/filemaker-folders.ts";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import { Refused } from "../../refused.ts";
import { manifestName } from "../build-folder.ts";

/** Maximum size of a manifest that is read at a destination, in bytes. */
export const maxManifestBytes = 1_048_576;

/**
 * File that names the build while its files appear one by one at a destination. Without it, an interrupted build would look like an
 * unrelated folder. Deleted once the manifest exists.
 */
export const unfinishedName = "manifest.unfinished.json";

/** Returns the content of that file. */
export function unfinishedManifest(build: string): string {
  return JSON.stringify({ buildId: build, status: "publishing" });
}

/** Place at a destination where a build is about to appear. */
export interface Target {
  /** `other`: a file, a link, or another object that isn't a folder. */
  readonly kind: "nothing" | "folder" | "other";
  /** Name to show to people. */
  readonly shown: string;
  /** Returns the start of a file in the folder, long enough to see if it is too large. Undefined if the file doesn't exist. */
  read(name: string): Promise<string | undefined>;
}

/** True if the place already contains this build. @throws Refused if it contains something else */
export async function holdsBuild(build: string, { kind, shown, read }: Target): Promise<boolean> {
  if (kind === "nothing") return false;
  if (kind === "folder")
    for (const name of [manifestName, unfinishedName]) if (isManifestOf(build, await read(name))) return true;
  throw new Refused(
    "exists",
    `${shown} already exists and isn't the build ${build}, so it isn't replaced. Move it away, or publish to another folder`,
  );
}

/** Rejects publishing into a folder of FileMaker Server. @throws Refused */
export function refuseFileMakerFolder(build: string): void {
  if (isFileMakerFolder(build))
    throw new Refused("not-allowed", `FileMaker Server reserves the name ${build}. Publish a build with another id`);
}

const Manifest = z.object({ buildId: z.string() });

function isManifestOf(build: string, text: string | undefined): boolean {
  if (text === undefined || text.length > maxManifestBytes) return false;
  return Manifest.safeParse(jsonIn(text)).data?.buildId.normalize("NFC") === build.normalize("NFC");
}
