import * as z from "zod";
import { BuildName } from "#shared/agent/protocol/tasks/build-tasks.ts";

/** A build's manifest, as makers of every version write it. */
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

/** As many as a zip may have. */
const maxFiles = 10_000;

/** A build's manifest. Undefined for what is none. */
export function manifestIn(body: Uint8Array): z.output<typeof Manifest> | undefined {
  try {
    const value = JSON.parse(new TextDecoder().decode(body));
    // Counted first: a schema checks every element before it checks their number.
    return value.files?.length > maxFiles ? undefined : Manifest.safeParse(value).data;
  } catch {
    return undefined; // Some web page.
  }
}
