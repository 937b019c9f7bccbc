import { globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { expect } from "vitest";
import { settingsParts } from "../../console/src/app/paths.ts";
import { keyboardMessages } from "../../console/src/messages/english/keyboard.ts";
import { settingsMessages } from "../../console/src/messages/english/settings.ts";
import { messages } from "../../console/src/messages/messages.ts";
import { scenes } from "../../scripts/screenshots/scenes.ts";
import { verifies } from "../support/verifies.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const guide = read("docs/guides/console.md");
const namesIn = (text: string) => [...text.matchAll(/pictures\/([\w-]+)\.png\)/g)].map(([, name = ""]) => name).sort();
const sizeOf = (name: string) => statSync(new URL(`docs/pictures/${name}.png`, root)).size;
const isOfReleases = (name: string) => name.startsWith("releases-");

verifies("system:docs:console", "the guide's screenshots are the generated ones, and each exists", async () => {
  const taken = scenes.filter(({ isInGuide }) => isInGuide).map(({ name }) => name);
  const there = readdirSync(new URL("docs/pictures/", root)).map((name) => name.replace(/\.png$/, ""));
  expect(there.sort()).toEqual(taken.sort());
  expect(namesIn(guide)).toEqual(taken.filter((name) => !isOfReleases(name)));
  expect(namesIn(read("docs/guides/releases.md"))).toEqual(taken.filter(isOfReleases));
  expect(taken).toEqual(expect.arrayContaining(namesIn(read("README.md"))));
  const large = there.filter(isOfReleases).filter((name) => sizeOf(name) > 60_000);
  expect(large).toEqual([]);
});

verifies("system:docs:console", "the guide names every page and every part of the settings", async () => {
  const named = [...Object.values(messages.frame.pages), ...settingsParts.map((part) => settingsMessages.parts[part])];
  expect(named.filter((name) => !guide.includes(name))).toEqual([]);
});

verifies(
  "system:docs:console",
  "texts in italics in the console, release, and agent guides are texts of the console",
  () => {
    const written = globSync("console/src/messages/**/*.ts", { cwd: root.pathname }).map(read).join("\n");
    const ofOthers = ["Insert from URL"];
    for (const page of ["console", "releases", "host-agent", "webhooks", "offsite-backups", "moving-an-installation"]) {
      const names = read(`docs/guides/${page}.md`).matchAll(/(?<![*\w])\*([A-Z][^*]{1,60})\*(?!\*)/g);
      for (const [, name = ""] of names) {
        const text = name.replaceAll("\n", " ").replace(/…$/, "");
        expect(ofOthers.includes(text) || written.includes(`"${text}`), `${page}: ${name}`).toBe(true);
      }
    }
  },
);

verifies("system:docs:console", "the guide has the keyboard shortcuts that the console lists", async () => {
  const table = [...guide.matchAll(/^\| (.+) \| (.+) \|$/gm)].map(([, keys, what]) => [keys, what]);
  expect(table.slice(1)).toEqual(keyboardMessages.rows);
});

verifies("system:docs:console", "the console lists every keyboard shortcut that it handles", async () => {
  const goes = [...read("console/src/app/frame/shortcuts.ts").matchAll(/event\.key === "(\w)"\) void navigate/g)];
  const marked = globSync("console/src/**/*.tsx", { cwd: root.pathname }).flatMap((file) => [
    ...read(file).matchAll(/(?:data-shortcut=|shortcut[:=]\s*)"([\w/])"/g),
  ]);
  const listed: readonly string[] = keyboardMessages.rows.map(([keys]) => keys);
  const isListed = (key: string) => listed.some((keys) => keys.split(" or ").includes(key));
  expect(goes.length).toBeGreaterThan(5);
  expect(goes.filter(([, key]) => !listed.includes(`g then ${key}`)).map(([, key]) => key)).toEqual([]);
  expect(marked.length).toBeGreaterThan(5);
  expect([...new Set(marked.map(([, key = ""]) => key))].filter((key) => !isListed(key))).toEqual([]);
});
