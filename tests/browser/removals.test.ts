import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { removals } from "../../local-agent/browser/removals.ts";
import { hostAt } from "../../local-agent/host.ts";
import { aHost } from "../agent/support/a-host.ts";
import { verifies } from "../support/verifies.ts";

const host = aHost();
afterAll(() => host.remove());
const documents = join(host.path, "Data/Documents");

verifies(
  "browser:delete:whole",
  "parts of a folder that a crash left behind are deleted when the agent starts again",
  async () => {
    const [begun, unnoted, elsewhere] = [1, 2, 3].map((place) => `0000000${place}-0000-4000-8000-000000000000`);
    host.write(`Data/Documents/.latchkey-${begun}.gone/deep/file.txt`, "half");
    const notes = join(host.folder, "removals");
    mkdirSync(notes, { recursive: true });
    writeFileSync(join(notes, begun ?? ""), JSON.stringify({ root: "documents", path: "" }));
    writeFileSync(join(notes, unnoted ?? ""), "");
    writeFileSync(join(notes, elsewhere ?? ""), JSON.stringify({ root: "documents", path: "no/more" }));
    host.write("Data/Documents/kept.txt", "kept");
    await removals(hostAt(host.path), host.folder).sweep();
    expect(readdirSync(documents)).toEqual(["kept.txt"]);
    expect(readdirSync(notes)).toEqual([]);
    await removals(hostAt(host.path), join(host.folder, "new")).sweep();
    expect(existsSync(join(host.folder, "new"))).toBe(false);
  },
);
