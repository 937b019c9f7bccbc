import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Set made when packs had version 1. */
const place = new URL("../set-of-version-1/", import.meta.url).pathname;
const set = "a1861fe474c68ca51cf51664f7508250";
const folder = join(place, set);

export const setOfVersion1 = {
  set,
  folder,
  keyText: readFileSync(join(place, "key.txt"), "utf8"),
  objects: readdirSync(folder).flatMap((kind) =>
    readdirSync(join(folder, kind)).map((name) => [`${kind}/${name}`, readFileSync(join(folder, kind, name))] as const),
  ),
  /** Contents of its snapshot: a small file, and a file that a thread writes, all zeros except its end. */
  files: {
    "hello.txt": Buffer.from("Hello, world\n"),
    "Large.fmp12": Buffer.concat([Buffer.alloc(17 * 1024 * 1024), Buffer.from("the end of a large file\n")]),
  },
};
