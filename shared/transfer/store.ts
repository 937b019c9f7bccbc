import * as z from "zod";
import type { Clock } from "#shared/ports/clock.ts";
import type { Key, Table } from "#shared/ports/table.ts";
import type { SealingVault } from "#shared/ports/vault.ts";
import { Content } from "./file.ts";

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const importPartitions = ["configuration-imports#*"];
/** Kind of secrets that this store keeps, as roles name it: configurations to import. */
export const importSecrets = "configuration-import";

/** Time in seconds after which an import is deleted if no process has started it. */
const keptSeconds = 24 * 60 * 60;
/** Maximum number of ASCII characters that fit into one item, sealed and encoded. */
const maxCharacters = 200_000;

const pieceKey = (id: number, at: number): Key => ({
  pk: `configuration-imports#${id}`,
  sk: String(at).padStart(6, "0"),
});
const contextOf = (id: number, at: number) => ({
  kind: importSecrets,
  item: Object.values(pieceKey(id, at)).join("|"),
  field: "sealed",
});

const Piece = z.object({ sealed: z.string(), count: z.int() });

/** Returns JSON in ASCII, one byte per character: pieces of it have a predictable size when sealed, and no character is cut in two. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Stores the configurations that processes import, by process number. They are sealed and split into several items. */
export function importStore(table: Table, vault: Pick<SealingVault, "seal" | "open">, clock: Pick<Clock, "now">) {
  const piece = async (id: number, at: number) => {
    const item = await table.get(pieceKey(id, at));
    return item && Piece.parse(item.fields);
  };

  return {
    async keep(id: number, content: Content): Promise<void> {
      const text = asciiJson(content);
      const count = Math.ceil(text.length / maxCharacters);
      const expiresAt = Math.floor(clock.now() / 1000) + keptSeconds;
      for (let at = 0; at < count; at += 1) {
        const part = text.slice(at * maxCharacters, (at + 1) * maxCharacters);
        const sealed = await vault.seal(part, contextOf(id, at));
        await table.put({ ...pieceKey(id, at), fields: { schema: 1, sealed, count }, expiresAt });
      }
    },

    /** Returns undefined if the configuration was deleted. */
    async read(id: number): Promise<Content | undefined> {
      const texts: string[] = [];
      for (let at = 0, count = 1; at < count; at += 1) {
        const found = await piece(id, at);
        if (found === undefined) return undefined;
        count = found.count;
        texts.push(await vault.open(found.sealed, contextOf(id, at)));
      }
      return Content.parse(JSON.parse(texts.join("")));
    },

    async forget(id: number): Promise<void> {
      // Starts with the first piece: without it, the rest isn't read anymore.
      const count = (await piece(id, 0))?.count ?? 0;
      for (let at = 0; at < count; at += 1) await table.delete(pieceKey(id, at));
    },
  };
}

export type ImportStore = ReturnType<typeof importStore>;
