import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { ServerOptions } from "../../../../sandbox/fmserver/server.ts";
import type { WorldInput } from "../../../../sandbox/fmserver/world/schema/world-schema.ts";
import { aWorld } from "../../admin/support/an-admin.ts";
import { aServer, type TestServer } from "../../support/a-server.ts";

/** Result of a tool. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
  /** Lines of standard output. */
  readonly lines: readonly string[];
}

/** Sandbox with a separate folder, and the tools in it. */
export interface TestHost {
  readonly server: TestServer;
  readonly folder: string;
  /** Returns a path in the folder. */
  at(...parts: string[]): string;
  /** Runs a tool of `Database Server/bin`; `typed` is sent to standard input. */
  tool(name: string, given: readonly string[], typed?: string): Promise<Ended>;
  /** Runs fmsadmin with an administrator's account. */
  fmsadmin(...given: string[]): Promise<Ended>;
  statusOf(name: string): string | undefined;
}

/** 2026-11-20 23:00:00.120 in UTC+1. */
export const clock = { now: () => Date.UTC(2026, 10, 20, 22, 0, 0, 120) };

export async function aHost(
  world: WorldInput = aWorld({ clients: [] }),
  options: ServerOptions = {},
): Promise<TestHost> {
  const folder = options.folder ?? aFolder();
  const server = await aServer({ clock, ...options, world, folder });
  const at = (...parts: string[]): string => join(folder, ...parts);
  const tool: TestHost["tool"] = async (name, given, typed = "") => {
    const child = spawn(at("Database Server", "bin", name), given, { stdio: "pipe" });
    // A tool that asks for nothing may have ended before anything is typed.
    child.stdin.on("error", () => undefined).end(typed);
    const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    return { code, out, error, lines: out.split("\n").filter((line) => line !== "") };
  };
  return {
    server,
    folder,
    at,
    tool,
    fmsadmin: (...given) => tool("fmsadmin", ["-u", "admin", "-p", "admin-pass", ...given]),
    statusOf: (name) => server.world.database(name)?.status,
  };
}

/** Returns an empty folder that is deleted after the test. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sandbox host-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
