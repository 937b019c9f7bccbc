import { join } from "node:path";
import * as z from "zod";
import { keepPrivately, readPrivately } from "../../disk/private-file.ts";

const HostKeys = z.record(z.string(), z.string());

const remedy =
  "Put it back from a backup, or delete it: then the next key that each server shows is the one that is known.";

const fileIn = (folder: string) => join(folder, "host-keys.json");

/** The key that a server has shown first, by its fingerprint. Undefined: it has shown none yet. */
export function keptHostKey(folder: string, server: string): string | undefined {
  return keptIn(folder)[server];
}

/** From now on no other key of this server is taken. */
export function keepHostKey(folder: string, server: string, fingerprint: string): void {
  keepPrivately(fileIn(folder), { ...keptIn(folder), [server]: fingerprint });
}

/** @throws Refused if the file is damaged: then no one knows which keys are good */
function keptIn(folder: string): Readonly<Record<string, string>> {
  return readPrivately(fileIn(folder), HostKeys, remedy) ?? {};
}
