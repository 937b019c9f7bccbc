import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { verifies } from "../support/verifies.ts";

const root = new URL("../../", import.meta.url).pathname;
const pages = globSync("**/*.md", { cwd: root, exclude: ["**/node_modules/**", "dist/**"] });
const read = (page: string) => readFileSync(join(root, page), "utf8");

/** Returns the anchors of a page, made from its headings. */
const anchorsIn = (page: string): readonly string[] =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

verifies("system:docs:links", () => {
  const astray = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].flatMap(([, link = ""]) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page : join(dirname(page), path);
      const isThere = existsSync(join(root, target)) && (anchor === undefined || anchorsIn(target).includes(anchor));
      return isThere ? [] : [`${page}: ${link}`];
    }),
  );
  expect(astray).toEqual([]);
  const linked = read("README.md");
  const guides = pages.filter((page) => page.startsWith("docs/guides/"));
  expect(guides.filter((page) => !linked.includes(`(${page})`))).toEqual([]);
});
