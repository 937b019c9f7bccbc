import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

// Bundles each program of the database host into one file: the agent, and the program that restores backups without the service. They only
// need Node 24: node scripts/package-agent.ts [where to] [another entry]
const root = new URL("../", import.meta.url);
const at = (path: string) => fileURLToPath(new URL(path, root));
const agentEntry = at("local-agent/start.ts");
const [outfile, entry = agentEntry] = process.argv.slice(2);
const bundled = { bundle: true, minify: true, platform: "node", target: "node24", format: "esm" } as const;

/** Embeds the program of a thread as a data URL. */
const workThread: Plugin = {
  name: "work-thread",
  setup({ onLoad }) {
    onLoad({ filter: /work-thread-address\.ts$/ }, async ({ path }) => {
      const program = path.replace("-address.ts", "-program.ts");
      const { outputFiles } = await build({ ...bundled, entryPoints: [program], write: false });
      const text = outputFiles.map((file) => file.text).join("");
      const address = `data:text/javascript;base64,${Buffer.from(text).toString("base64")}`;
      return { contents: `export const workThreadAddress = new URL("${address}");` };
    });
  },
};

/**
 * Error for an older Node, whose own message names neither the problem nor the remedy. Imports always run first, and these load in any
 * version.
 */
const olderNodeRefused = `if (Number.parseInt(process.versions.node) < 24) {
  console.error("Node " + process.versions.node + " is too old: this program needs Node 24. Run it with the Node in its folder, or install Node 24");
  process.exit(1);
}`;
const requireOfPackages =
  'import { createRequire as requireOfModule } from "node:module"; const require = requireOfModule(import.meta.url);';

if (outfile !== undefined) await packaged(entry, outfile);
else {
  await packaged(agentEntry, at("dist/latchkey-agent.mjs"));
  await packaged(at("local-agent/restore/start.ts"), at("dist/restore.mjs"));
}

async function packaged(program: string, to: string): Promise<void> {
  await build({
    ...bundled,
    entryPoints: [program],
    outfile: to,
    mainFields: ["module", "main"],
    // ws and ssh2 import optional native helpers.
    external: ["bufferutil", "utf-8-validate", "cpu-features"],
    loader: { ".node": "empty" },
    banner: { js: [olderNodeRefused, requireOfPackages].join("\n") },
    plugins: [workThread],
  });
  console.log(to);
}
