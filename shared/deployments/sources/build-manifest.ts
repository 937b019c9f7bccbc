import * as z from "zod";
import { BuildName } from "#shared/agent/protocol/tasks/build-tasks.ts";

/** Manifest of a build, in the format of every maker and version. */
const Manifest = z.object({
  status: z.string(),
  buildId: BuildName,
  zipArchive: z.string().default(""),
  downloadUrl: z.url({ protocol: /^https?$/ }).optional(),
  zipSize: z.int().min(0).nullish(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullish(),
  files: z.array(z.object({ fileName: z.string(), size: z.int().min(0).nullish() })).default([]),
});

/** Maximum number of files, the same as for a zip. */
const maxFiles = 10_000;

/** Parses the manifest of a build. Returns undefined if the body isn't a manifest. */
export function manifestIn(body: Uint8Array): z.output<typeof Manifest> | undefined {
  try {
    const value = JSON.parse(new TextDecoder().decode(body));
    // Checked first, because a schema checks every element before it checks their number.
    return value.files?.length > maxFiles ? undefined : Manifest.safeParse(value).data;
  } catch {
    return undefined; // A web page.
  }
}
