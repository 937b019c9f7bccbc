import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Browser } from "playwright";

/** Options for starting the browser that tests use. */
interface ChromiumStart {
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const modules = fileURLToPath(new URL("../../node_modules/", import.meta.url));
const { version } = JSON.parse(readFileSync(join(modules, "@sparticuz/chromium/package.json"), "utf8"));
const unpacked = join(modules, ".cache", "latchkey", `chromium-${version}`);
const executablePath = join(unpacked, "chromium");
const args = ["--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--font-render-hinting=none"];

export interface Chromium {
  readonly browser: Browser;
  stop(): Promise<void>;
}

/** Starts a browser for one test file. */
export async function startChromium(): Promise<Chromium> {
  const [{ chromium: playwright }, { args, ...start }] = await Promise.all([import("playwright"), chromium()]);
  const browser = await playwright.launch({ ...start, args: [...args] });
  return { browser, stop: () => browser.close() };
}

/**
 * Returns the start options of Chromium from an npm package, unpacked once with its bundled libraries. `CHROMIUM_PATH` overrides the
 * executable.
 */
export async function chromium(own = process.env.CHROMIUM_PATH): Promise<ChromiumStart> {
  const env = { ...(process.env as Record<string, string>) };
  if (own) return { executablePath: own, args, env };
  if (!existsSync(executablePath)) await unpack();
  return {
    executablePath,
    args,
    env: {
      ...env,
      FONTCONFIG_PATH: unpacked,
      LD_LIBRARY_PATH: [join(unpacked, "al2023", "lib"), env.LD_LIBRARY_PATH].filter(Boolean).join(":"),
    },
  };
}

/** Unpacks in a separate process and folder: the package reads the environment, and skips its libraries if a folder already exists. */
async function unpack(): Promise<void> {
  mkdirSync(dirname(unpacked), { recursive: true });
  const folder = mkdtempSync(`${unpacked}-`);
  const program = `import chromium from "@sparticuz/chromium"; await chromium.executablePath();`;
  try {
    await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
      cwd: dirname(modules),
      env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" },
    });
    writeFileSync(join(folder, "fonts.conf"), fontsAt(unpacked));
    // A browser that outlived an installation may have left its font cache there.
    if (!existsSync(executablePath)) rmSync(unpacked, { recursive: true, force: true });
    renameSync(folder, unpacked);
  } catch (thrown) {
    rmSync(folder, { recursive: true, force: true });
    if (!existsSync(executablePath)) throw thrown; // Another run was faster.
  }
}

function fontsAt(folder: string): string {
  const folders = [join(folder, "fonts"), "/usr/share/fonts", "/usr/local/share/fonts"];
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
${folders.map((each) => `<dir>${each}</dir>`).join("")}<cachedir>${join(folder, "font-cache")}</cachedir></fontconfig>
`;
}
