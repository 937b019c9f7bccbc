import * as z from "zod";
import { isFileMakerFolder } from "#shared/agent/protocol/filemaker-folders.ts";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import { Refused } from "../../refused.ts";
import { manifestName } from "../build-folder.ts";

/** Largest manifest that is read at a destination. Bytes. */
export const maxManifestBytes = 1_048_576;

/**
 * Names the build while its files appear one by one at a destination: without it, a build that was interrupted could not be
 * distinguished from a folder of someone else. Deleted once the manifest is there.
 */
export const unfinishedName = "manifest.unfinished.json";

/** Content of that file. */
export function unfinishedManifest(build: string): string {
  return JSON.stringify({ buildId: build, status: "publishing" });
}

/** The place at a destination where a build is about to appear. */
export interface Target {
  /** `other`: a file, a link, or another object that isn't a folder. */
  readonly kind: "nothing" | "folder" | "other";
  /** Its name, for people. */
  readonly shown: string;
  /** Returns the start of a file in the folder, enough of it to see that it is too large. Undefined: there is no such file. */
  read(name: string): Promise<string | undefined>;
}

/** Returns true if this build is at the place already. @throws Refused if something else is */
export async function holdsBuild(build: string, { kind, shown, read }: Target): Promise<boolean> {
  if (kind === "nothing") return false;
  if (kind === "folder")
    for (const name of [manifestName, unfinishedName]) if (isManifestOf(build, await read(name))) return true;
  throw new Refused(
    "exists",
    `${shown} already exists and isn't the build ${build}, so it isn't replaced. Move it away, or publish to another folder`,
  );
}

/** Refuses to publish into a folder of FileMaker Server. @throws Refused */
export function refuseFileMakerFolder(build: string): void {
  if (isFileMakerFolder(build))
    throw new Refused("not-allowed", `FileMaker Server uses the name ${build} itself. Publish a build with another id`);
}

const Manifest = z.object({ buildId: z.string() });

function isManifestOf(build: string, text: string | undefined): boolean {
  if (text === undefined || text.length > maxManifestBytes) return false;
  return Manifest.safeParse(jsonIn(text)).data?.buildId.normalize("NFC") === build.normalize("NFC");
}
