import type { Point } from "../contract.ts";

/** Creates points of one kind, with or without a file. All points other than `ok` include a remedy. */
export function point(id: Point["id"], file: string | null = null) {
  const notOk =
    (state: Exclude<Point["state"], "ok">) =>
    (text: string, remedy: string): Point => ({ id, file, state, text, remedy });
  return {
    ok: (text: string): Point => ({ id, file, state: "ok", text, remedy: null }),
    warning: notOk("warning"),
    failed: notOk("failed"),
    unknown: notOk("unknown"),
  };
}
