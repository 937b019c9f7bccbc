import { open } from "node:fs/promises";
import { join } from "node:path";
import type { Finding } from "../finding.ts";
import type { Host } from "../host.ts";
import { hostLogFolders } from "../logs/host-log-folders.ts";

/** Logs that every server writes, and the number of columns in their lines. */
const expected: Readonly<Record<string, number>> = { "Event.log": 5, "Access.log": 5 };
const headBytes = 4_096;

/** Checks that the server's logs are where they are expected, readable, and in the known format. */
export async function logFindings(host: Host): Promise<readonly Finding[]> {
  const present = new Set((await hostLogFolders(host).list()).map(({ name }) => name));
  const findings = await Promise.all(
    Object.entries(expected).map(([name, columns]) => logFinding(join(host.roots.logs, name), name, columns)),
  );
  return [
    ...findings,
    { check: "logs", state: "ok", text: `Logs found: ${[...present].sort().join(", ") || "none"}.` },
  ];
}

async function logFinding(path: string, name: string, columns: number): Promise<Finding> {
  const check = `log_${name}`;
  let text: string;
  try {
    text = await headOf(path);
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code ?? "unknown error";
    if (code === "ENOENT") {
      const remedy = `FileMaker Server writes it once its logging is on. Otherwise, check that ${path} is its folder of logs.`;
      return { check, state: "warning", text: `${name} is missing.`, remedy };
    }
    const remedy = `Allow the agent's account to read ${path}.`;
    return { check, state: "warning", text: `Can't read ${name}: ${code}.`, remedy };
  }
  const line = text.split(/\r?\n/).find((each) => /^\d{4}-\d\d-\d\d /.test(each));
  if (line === undefined) {
    if (text.trim() === "") return { check, state: "ok", text: `${name} is empty.` };
    return unlike(check, `${name} has no line that begins with a date.`);
  }
  const count = line.split("\t").length;
  if (count !== columns) return unlike(check, `${name} has ${count} columns instead of ${columns}.`);
  return { check, state: "ok", text: `${name} is readable and has the known columns.` };
}

function unlike(check: string, text: string): Finding {
  return {
    check,
    state: "warning",
    text,
    remedy: "Please report the log's first lines to us, with the server's version.",
  };
}

async function headOf(path: string): Promise<string> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const isUtf16 = buffer[0] === 0xff && buffer[1] === 0xfe;
    return buffer.toString(isUtf16 ? "utf16le" : "utf8", 0, bytesRead).replace(/^\ufeff/, "");
  } finally {
    await handle.close();
  }
}
