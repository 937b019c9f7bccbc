import { dirname } from "node:path";

/**
 * What a stand-in of a tool does until a file appears, as shell. It may outlive its agent, which such tests are about, and never
 * the test: it ends with the folder, and with the process that runs the tests.
 */
export function untilFileExists(go: string): string {
  const isActed = `[ -d '${dirname(go)}' ] && kill -0 ${process.pid} 2>/dev/null`;
  return `while [ ! -e '${go}' ] && ${isActed}; do sleep 0.02; done`;
}

/** The same for a program of Node: an expression that is true once it is to end. */
export function fileExists(go: string): string {
  const isGone = `(() => { try { process.kill(${process.pid}, 0); return false; } catch { return true; } })()`;
  return `(existsSync(${JSON.stringify(go)}) || !existsSync(${JSON.stringify(dirname(go))}) || ${isGone})`;
}
