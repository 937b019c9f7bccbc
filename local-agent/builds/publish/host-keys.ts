import { join } from "node:path";
import * as z from "zod";
import { keepPrivately, readPrivately } from "../../disk/private-file.ts";

/** Fingerprints by name or address and port, such as `files.example.com:22`. */
const HostKeys = z.record(z.string(), z.string());

const remedy = "Restore it from a backup, or delete it: then the next key of each server is trusted.";

/** File server: its configured name, its resolved address and its port. */
export interface ServerPlace {
  readonly host: string;
  readonly address: string;
  readonly port: number;
}

const fileIn = (folder: string) => join(folder, "host-keys.json");

/**
 * Returns the fingerprint of the key that a server first showed, under this name or at this address. Undefined if it has shown none yet.
 */
export function keptHostKey(folder: string, { host, address, port }: ServerPlace): string | undefined {
  const kept = keptIn(folder);
  return kept[placeName(host, port)] ?? kept[placeName(address, port)];
}

/** Stores the key of a server under its name and address: from then on, other keys are rejected. */
export function keepHostKey(folder: string, { host, address, port }: ServerPlace, fingerprint: string): void {
  const kept = keptIn(folder);
  const names = [placeName(host, port), placeName(address, port)];
  if (names.every((name) => kept[name] === fingerprint)) return;
  keepPrivately(fileIn(folder), { ...kept, ...Object.fromEntries(names.map((name) => [name, fingerprint])) });
}

/** Returns a normalized host name: case and a trailing dot don't matter. */
function placeName(host: string, port: number | string): string {
  return `${host.toLowerCase().replace(/\.$/, "")}:${port}`;
}

/**
 * Reads the stored keys. Earlier versions stored names as spelled: of two spellings of one server, the first counts.
 * @throws Refused if the file is damaged, in which case no one knows which keys are valid
 */
function keptIn(folder: string): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const [place, fingerprint] of Object.entries(readPrivately(fileIn(folder), HostKeys, remedy) ?? {})) {
    const end = place.lastIndexOf(":");
    kept[placeName(place.slice(0, end), place.slice(end + 1))] ??= fingerprint;
  }
  return kept;
}
