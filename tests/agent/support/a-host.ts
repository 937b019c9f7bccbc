import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Database host as a folder: databases, logs, and an fmsadmin whose behavior a test sets. */
export interface AHost {
  /** FileMaker Server's folder. */
  readonly path: string;
  /** Folder of the agent's own data. */
  readonly folder: string;
  /** Writes a file in FileMaker Server's folder. */
  write(name: string, content: string | Uint8Array): string;
  /** Replaces fmsadmin with a Node program, which reads its arguments from `process.argv.slice(2)`. */
  fmsadmin(program: string): void;
  remove(): void;
}

export function aHost(): AHost {
  const top = mkdtempSync(join(tmpdir(), "latchkey-host-"));
  const path = join(top, "FileMaker Server");
  const write = (name: string, content: string | Uint8Array): string => {
    const full = join(path, name);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
    return full;
  };
  for (const folder of ["Databases", "Documents", "Backups", "Scripts", "Secure"])
    mkdirSync(join(path, "Data", folder), { recursive: true });
  write("Logs/Event.log", "2026-11-20 09:00:00.000 +0000\tInformation\t0\tfms\tStarted\n");
  write("Data/Databases/Contacts.fmp12", "contacts");

  return {
    path,
    folder: join(top, "agent"),
    write,
    fmsadmin(program) {
      const script = write("Database Server/bin/fmsadmin.mjs", program + endsWithTests);
      const tool = write("Database Server/bin/fmsadmin", `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
      chmodSync(tool, 0o755);
    },
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}

/** Programs outlive their agents, as these tests check, but must not outlive the tests, however those end. */
const endsWithTests = `
;setInterval(() => { try { process.kill(${process.pid}, 0); } catch { process.exit(1); } }, 500).unref();`;
