import { dirname } from "node:path";

/**
 * Returns the shell command of a stand-in tool that runs until a file appears. It may outlive its agent, as some tests check, but never the
 * test: it ends when the folder is deleted or the process that runs the tests ends.
 */
export function untilFileExists(go: string): string {
  const isActed = `[ -d '${dirname(go)}' ] && kill -0 ${process.pid} 2>/dev/null`;
  return `while [ ! -e '${go}' ] && ${isActed}; do sleep 0.02; done`;
}

/** Returns the same for a Node program: an expression that is true once the program must end. */
export function fileExists(go: string): string {
  const isGone = `(() => { try { process.kill(${process.pid}, 0); return false; } catch { return true; } })()`;
  return `(existsSync(${JSON.stringify(go)}) || !existsSync(${JSON.stringify(dirname(go))}) || ${isGone})`;
}
