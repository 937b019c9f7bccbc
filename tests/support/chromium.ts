import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright";

/** A browser for one test file. */
export interface Chromium {
  readonly browser: Browser;
  stop(): Promise<void>;
}

/** Chromium as CHROMIUM_PATH names it, or the one that npm brought, unpacked into a folder of its own with its libraries and fonts. */
export async function startChromium(): Promise<Chromium> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-chromium-"));
  const { executablePath, env } =
    process.env.CHROMIUM_PATH === undefined
      ? await unpacked(folder)
      : { executablePath: process.env.CHROMIUM_PATH, env: {} };
  const { chromium } = await import("playwright");
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== undefined));
  const browser = await chromium.launch({
    executablePath,
    // The package's own arguments put everything into one process, which ends with its first page.
    args: ["--no-sandbox", "--disable-gpu"],
    env: { ...(inherited as Record<string, string>), ...env },
  });
  return {
    browser,
    async stop() {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function unpacked(folder: string) {
  // The package unpacks into the folder for temporary files, and its libraries only where it takes itself for a Lambda.
  const before = { TMPDIR: process.env.TMPDIR, AWS_EXECUTION_ENV: process.env.AWS_EXECUTION_ENV };
  Object.assign(process.env, { TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" });
  try {
    const { default: chromium } = await import("@sparticuz/chromium");
    const executablePath = await chromium.executablePath();
    return { executablePath, env: { ...fonts(folder), LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH ?? "" } };
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/** The package's own list of fonts names the folder of a Lambda. */
function fonts(folder: string): Record<string, string> {
  const cache = join(folder, "fonts-cache");
  mkdirSync(cache);
  const file = join(folder, "fonts.conf");
  writeFileSync(
    file,
    `<?xml version="1.0"?><fontconfig><dir>${join(folder, "fonts")}</dir><cachedir>${cache}</cachedir></fontconfig>`,
  );
  return { FONTCONFIG_FILE: file };
}
