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

/** A build's manifest. Undefined for what is none. */
export function manifestIn(body: Uint8Array): z.output<typeof Manifest> | undefined {
  try {
    return Manifest.safeParse(JSON.parse(new TextDecoder().decode(body))).data;
  } catch {
    return undefined; // Some web page.
  }
}
