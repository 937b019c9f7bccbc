import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { layOut, type Release } from "./archive.ts";
import { nodeFolder } from "./node-program.ts";
import type { Platform } from "./platforms.ts";

const home = "opt/latchkey";
/** Account of the service in the image, which no host is likely to use. */
const account = 10001;
const data = "/var/lib/latchkey";
const processors: Readonly<Record<string, string>> = { "linux-x64": "amd64", "linux-arm64": "arm64" };

/** Files of a release that the service needs. An image has no shell, so it has no launcher. */
const isNeeded = (name: string) =>
  /^(?:node|program|console|local-runtime|sandbox)\/|^(?:package\.json|host\/restore\.mjs|LICENSE)$/.test(name);

/**
 * Builds the image of the service for containers, in the OCI's layout with a manifest for `docker load`, and returns its path. It has Node
 * and the C libraries of this machine, and nothing else of a system. Undefined for other platforms than this machine's, whose libraries
 * aren't here.
 */
export async function ociImage(platform: Platform, release: Release, folder: string): Promise<string | undefined> {
  const architecture = processors[platform.name];
  if (architecture === undefined || platform.name !== `${process.platform}-${process.arch}`) return undefined;
  const workshop = mkdtempSync(join(folder, ".image-"));
  try {
    const { at, version } = release;
    const layout = join(workshop, "layout");
    const blobs = join(layout, "blobs/sha256");
    mkdirSync(blobs, { recursive: true });
    const files = layOut(join(workshop, "files"), platform, release, workshop);
    const needed = files.filter(({ name }) => isNeeded(name));
    const systemFiles = (tree: string) => {
      for (const library of librariesOf(needed.find(({ name }) => name.endsWith(platform.program))?.path ?? ""))
        put(library, join(tree, library), 0o755);
      write(join(tree, "etc/passwd"), `root:x:0:0::/root:/\nlatchkey:x:${account}:${account}::${data}:/\n`);
      write(join(tree, "etc/group"), `root:x:0:\nlatchkey:x:${account}:\n`);
      // Node looks here for the system's authorities, which can be mounted.
      mkdirSync(join(tree, "etc/ssl/certs"), { recursive: true });
      mkdirSync(join(tree, "tmp"));
      chmodSync(join(tree, "tmp"), 0o1777);
    };
    const ownFiles = (isNode: boolean) => (tree: string) => {
      for (const { name, path } of needed.filter((file) => file.name.startsWith(`${nodeFolder}/`) === isNode))
        put(path, join(tree, home, name), (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755);
    };
    const dataFolder = (tree: string) => {
      mkdirSync(join(tree, data), { recursive: true });
      chmodSync(join(tree, data), 0o700);
    };
    // What changes least comes first, so that a registry stores it once.
    const layers: Layer[] = [];
    for (const [name, fill, owner, below] of [
      ["system", systemFiles, 0, ""],
      ["node", ownFiles(true), 0, ""],
      ["program", ownFiles(false), 0, ""],
      ["data", dataFolder, account, data.slice(1)],
    ] as const) {
      const tree = join(workshop, name);
      mkdirSync(tree);
      fill(tree);
      layers.push(await layer(tree, at, owner, below, blobs));
    }
    const node = `/${home}/${nodeFolder}/${platform.program}`;
    const config = blob(blobs, {
      created: at.toISOString(),
      architecture,
      os: "linux",
      config: {
        User: `${account}:${account}`,
        WorkingDir: `/${home}`,
        Entrypoint: [node, "--max-semi-space-size=4", `/${home}/local-runtime/start.mjs`],
        ExposedPorts: { "3400/tcp": {} },
        Volumes: { [data]: {} },
        Env: [
          "PATH=/opt/latchkey/node/bin",
          "HOST=0.0.0.0",
          `DATA_DIR=${data}/data`,
          `MASTER_KEY_FILE=${data}/master.key`,
          "NODE_COMPILE_CACHE=/tmp/compiled",
          "NODE_USE_SYSTEM_CA=1",
          "MALLOC_ARENA_MAX=1",
          "LOG_ERRORS_TO_STDERR=true",
        ],
        // Part of Docker's format, which others ignore. In nanoseconds.
        Healthcheck: {
          Test: ["CMD", node, `/${home}/program/health.mjs`],
          Interval: 30e9,
          Timeout: 5e9,
          StartPeriod: 20e9,
        },
        Labels: { "org.opencontainers.image.title": "latchkey", "org.opencontainers.image.version": version },
      },
      rootfs: { type: "layers", diff_ids: layers.map(({ contentDigest }) => contentDigest) },
    });
    const manifest = blob(blobs, {
      schemaVersion: 2,
      mediaType: "application/vnd.oci.image.manifest.v1+json",
      config: { mediaType: "application/vnd.oci.image.config.v1+json", ...config },
      layers: layers.map(({ digest, size }) => ({
        mediaType: "application/vnd.oci.image.layer.v1.tar+gzip",
        digest,
        size,
      })),
    });
    write(join(layout, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
    const reference = {
      "org.opencontainers.image.ref.name": version,
      "io.containerd.image.name": `latchkey:${version}`,
    };
    write(
      join(layout, "index.json"),
      JSON.stringify({
        schemaVersion: 2,
        mediaType: "application/vnd.oci.image.index.v1+json",
        manifests: [
          {
            mediaType: "application/vnd.oci.image.manifest.v1+json",
            ...manifest,
            platform: { architecture, os: "linux" },
            annotations: reference,
          },
        ],
      }),
    );
    const pathOf = (digest: string) => `blobs/sha256/${digest.slice("sha256:".length)}`;
    write(
      join(layout, "manifest.json"),
      JSON.stringify([
        {
          Config: pathOf(config.digest),
          RepoTags: [`latchkey:${version}`],
          Layers: layers.map(({ digest }) => pathOf(digest)),
        },
      ]),
    );
    const path = join(folder, `latchkey-${version}-image-${architecture}.tar`);
    packed(layout, at, 0, ".", path);
    return path;
  } finally {
    rmSync(workshop, { recursive: true });
  }
}

interface Blob {
  readonly digest: string;
  readonly size: number;
}

interface Layer extends Blob {
  /** Digest of the layer before it was compressed. */
  readonly contentDigest: string;
}

/** Returns the libraries that a program of this machine loads, with the loader. */
function librariesOf(program: string): readonly string[] {
  const text = execFileSync("ldd", [program], { encoding: "utf8" });
  return [...text.matchAll(/(\/\S+) \(0x/g)].map(([, path = ""]) => path);
}

async function layer(tree: string, at: Date, owner: number, below: string, blobs: string): Promise<Layer> {
  const tar = `${tree}.tar`;
  packed(tree, at, owner, below === "" ? "." : below, tar);
  const contentDigest = await digestOf(tar);
  execFileSync("gzip", ["-6n", tar]);
  const digest = await digestOf(`${tar}.gz`);
  const path = join(blobs, digest.slice("sha256:".length));
  renameSync(`${tar}.gz`, path);
  return { digest, size: statSync(path).size, contentDigest };
}

function packed(folder: string, at: Date, owner: number, below: string, path: string): void {
  const reproducible = ["--sort=name", `--mtime=@${at.getTime() / 1000}`, `--owner=${owner}`, `--group=${owner}`];
  execFileSync("tar", [...reproducible, "--numeric-owner", "--format=gnu", "-cf", path, "-C", folder, below]);
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return `sha256:${hash.digest("hex")}`;
}

function blob(blobs: string, content: object): Blob {
  const bytes = Buffer.from(JSON.stringify(content));
  const hex = createHash("sha256").update(bytes).digest("hex");
  writeFileSync(join(blobs, hex), bytes);
  return { digest: `sha256:${hex}`, size: bytes.length };
}

/** Follows links: a library is copied under the name by which it is loaded. */
function put(from: string, to: string, mode: number): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  chmodSync(to, mode);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o644 });
}
