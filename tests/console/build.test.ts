import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { buildConsole, isFresh, replace } from "../../local-runtime/console/console-build.ts";
import { consoleEndpoint } from "../../local-runtime/console/console-endpoint.ts";
import { type ConsoleFiles, consoleFiles } from "../../local-runtime/console/console-files.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";

/** Replaces vite: writes its input, or fails if the input says so. */
const acted = `import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
const source = readFileSync("console/index.html", "utf8");
if (source === "broken") { console.error("That is no page."); process.exit(1); }
const folder = process.argv[process.argv.indexOf("--outDir") + 1];
mkdirSync(folder, { recursive: true });
writeFileSync(folder + "/index.html", source + " built for " + process.env.NODE_ENV);
`;

function aProject() {
  const root = scratchFolder();
  const write = (name: string, text: string, at?: Date) => {
    const path = join(root, name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text);
    if (at !== undefined) utimesSync(path, at, at);
  };
  write("node_modules/vite/bin/vite.js", acted);
  write("node_modules/vite/package.json", '{ "type": "module" }');
  write("console/index.html", "first", new Date(2026, 0, 1));
  const failures: string[] = [];
  return {
    root,
    write,
    failures,
    page: () => readFileSync(join(root, "console/dist/index.html"), "utf8"),
    start: () => buildConsole(root, (reason) => failures.push(reason)),
    build: () => buildConsole(root, (reason) => failures.push(reason)).over,
  };
}

/** Returns the response to a request for the console's first page. */
async function consolePage(files: ConsoleFiles): Promise<{ readonly status: number; readonly text: string }> {
  let status = 0;
  const writeHead = (sent: number) => {
    status = sent;
  };
  const answer = Object.assign(new PassThrough(), { writeHead });
  await consoleEndpoint(
    files,
    async () => undefined,
  )({
    requestId: "1",
    method: "GET",
    target: "/console/",
    headers: [],
    body: Readable.from([]),
    answer,
    address: "127.0.0.1",
    fromTrustedProxy: false,
    isFromThisMachine: () => true,
    prefix: "svc",
  });
  return { status, text: await text(answer) };
}

verifies("system:console:build", "a missing build is created for production, and then left unchanged", async () => {
  const { root, build, page, write, failures } = aProject();
  expect(isFresh(root)).toBe(false);
  await build();
  expect(page()).toBe("first built for production");
  expect(isFresh(root)).toBe(true);
  write("node_modules/vite/bin/vite.js", "process.exit(1)");
  await build();
  expect(failures).toEqual([]);
});

verifies("system:console:build", "a newer source causes a new build", async () => {
  const { root, build, page, write } = aProject();
  await build();
  write("console/index.html", "second", new Date(2100, 0, 1));
  expect(isFresh(root)).toBe(false);
  await build();
  expect(page()).toBe("second built for production");
});

verifies(
  "system:console:build",
  "of two builds that end at the same time, one is installed, and neither fails",
  async () => {
    const { root, write, page } = aProject();
    for (const name of ["one", "other"]) write(`${name}/index.html`, name);
    const inPlace = (name: string) => replace(join(root, "console/dist"), join(root, name));
    await Promise.all(["one", "other"].map(inPlace));
    expect(["one", "other"]).toContain(page());
  },
);

verifies("system:console:build", "a running build reports its step, and the page shows it", async () => {
  const { root, write, start } = aProject();
  const printed =
    "console.log('transforming...'); console.log('3 modules transformed.'); console.log('rendering chunks...');";
  write("node_modules/vite/bin/vite.js", `${printed} setInterval(() => {}, 1000);`);
  const running = start();
  await expect.poll(() => running.progress()?.step).toBe(3);
  const files = consoleFiles(join(root, "console/dist"), running.progress);
  expect(await consolePage(files)).toMatchObject({
    status: 503,
    text: expect.stringContaining("Step 3 of 3: Compressing and writing files"),
  });
  running.stop();
  await running.over;
  expect(running.progress()).toBeUndefined();
  expect(await consolePage(files)).toMatchObject({ status: 503, text: expect.stringContaining("npm run console") });
});

verifies("system:console:build", "a failed build says why and keeps the previous one", async () => {
  const { build, page, write, failures } = aProject();
  await build();
  write("console/index.html", "broken", new Date(2100, 0, 1));
  await build();
  expect(failures).toEqual(["That is no page."]);
  expect(page()).toBe("first built for production");
});

verifies("system:console:build", "without Vite, the error says how to install it", async () => {
  const { root, build, failures } = aProject();
  rmSync(join(root, "node_modules"), { recursive: true });
  await build();
  expect(failures.join()).toContain("npm ci --omit=dev");
});
