import { createHash } from "node:crypto";
import { promisify } from "node:util";
import type { Client, SFTPWrapper, Stats } from "ssh2";
import type { BuildDestination } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { Refused } from "../../refused.ts";
import { checkedAddress } from "./checked-address.ts";
import type { Destination, Publishing } from "./destination.ts";
import { keepHostKey, keptHostKey } from "./host-keys.ts";
import { type RemoteFolders, remoteDestination } from "./remote-folders.ts";
import { maxManifestBytes } from "./replaceable.ts";

type Server = Extract<BuildDestination, { readonly kind: "sftp" }>;

/** Maximum milliseconds for the server to answer the sign-in, and interval between keep-alive messages. */
const readyMs = 30_000;
const keepaliveMs = 15_000;

/** Opens a folder on an SFTP server. Its key must be the configured one, or the one that it first showed. @throws Refused */
export async function toSftp(server: Server, { build, draft, context }: Publishing): Promise<Destination> {
  const address = await checkedAddress(context.callouts(server.networks), server.host);
  // Large package, loaded only if it is used.
  const { default: ssh2 } = await import("ssh2");
  const client = new ssh2.Client();
  const stop = () => client.end();
  context.signal.addEventListener("abort", stop, { once: true });
  const end = () => {
    context.signal.removeEventListener("abort", stop);
    client.end();
  };
  try {
    const sftp = await signedIn(client, { server, address, folder: context.folder });
    const shown = `${server.host} by SFTP`;
    const { say } = context;
    return await remoteDestination(remote(sftp, end), { parent: server.folder, build, draft, ...server, shown, say });
  } catch (thrown) {
    end();
    throw refusalOf(thrown, server);
  }
}

interface SignIn {
  readonly server: Server;
  readonly address: string;
  /** Folder of the stored host keys. */
  readonly folder: string;
}

async function signedIn(client: Client, { server, address, folder }: SignIn): Promise<SFTPWrapper> {
  const { host, port, username, password } = server;
  const named = server.hostKey?.replace(/=$/, "");
  const known = named ?? keptHostKey(folder, { host, address, port });
  let shownKey = "";
  await new Promise<void>((resolve, reject) => {
    client.once("ready", resolve).once("error", reject);
    // Servers that prompt for a password expect the same one.
    client.on("keyboard-interactive", (_name, _instructions, _language, prompts, answer) =>
      answer(prompts.map(() => password)),
    );
    client.connect({
      ...{ host: address, port, username, password, tryKeyboard: true },
      ...{ readyTimeout: readyMs, keepaliveInterval: keepaliveMs },
      hostVerifier(key: Buffer) {
        shownKey = `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=$/, "")}`;
        if (known === undefined || known === shownKey) return true;
        reject(
          new Refused(
            "not-allowed",
            `${host}:${port} has the host key ${shownKey}, but ${known} is expected. If the server has a new key, set it in \`hostKey\``,
          ),
        );
        return false;
      },
    });
  });
  if (named === undefined) keepHostKey(folder, { host, address, port }, shownKey);
  // Later errors are reported by the operations that they affect.
  client.on("error", () => client.end());
  return promisify(client.sftp.bind(client))();
}

function remote(sftp: SFTPWrapper, end: () => void): RemoteFolders {
  const asked = <T = void>(ask: (callback: (error?: Error | null, value?: T) => void) => void): Promise<T> =>
    new Promise((resolve, reject) => {
      // Operations get no response if the connection breaks.
      sftp.once("close", closed);
      function closed() {
        reject(new Refused("failed", "the connection was closed"));
      }
      ask((error, value) => {
        sftp.off("close", closed);
        if (error) reject(refusalOf(error));
        else resolve(value as T);
      });
    });
  const entries = promisify(sftp.readdir.bind(sftp));

  const remove = async (path: string): Promise<void> => {
    for (const { filename, attrs } of await entries(path)) {
      if (attrs.isDirectory()) await remove(`${path}/${filename}`);
      else await asked((callback) => sftp.unlink(`${path}/${filename}`, callback));
    }
    await asked((callback) => sftp.rmdir(path, callback));
  };

  const statsOf = (path: string) => unlessMissing(asked<Stats>((callback) => sftp.lstat(path, callback)));

  const read = async (path: string): Promise<string | undefined> => {
    if ((await statsOf(path))?.isFile() !== true) return undefined;
    const handle = await asked<Buffer>((callback) => sftp.open(path, "r", callback));
    try {
      const bytes = Buffer.allocUnsafe(maxManifestBytes + 1);
      let length = 0;
      for (let count = -1; count !== 0 && length < bytes.length; length += count)
        count = await asked<number>((callback) =>
          sftp.read(handle, bytes, length, bytes.length - length, length, callback),
        );
      return bytes.toString("utf8", 0, length);
    } finally {
      await asked((callback) => sftp.close(handle, callback));
    }
  };

  return {
    exists: async (path) => (await unlessMissing(asked<Stats>((callback) => sftp.stat(path, callback)))) !== undefined,
    async kindOf(parent, name) {
      const path = parent === "" ? name : `${parent.replace(/\/$/, "")}/${name}`;
      const stats = await statsOf(path);
      if (stats === undefined) return "nothing";
      return stats.isDirectory() ? "folder" : "other";
    },
    read,
    write: (path, text) => asked((callback) => sftp.writeFile(path, text, callback)),
    makeFolder: (path) => asked((callback) => sftp.mkdir(path, callback)),
    async upload({ path: from, sizeBytes }, path, onBytes) {
      if (sizeBytes === 0) return asked((callback) => sftp.writeFile(path, "", callback));
      const step = (_total: number, bytes: number) => onBytes(bytes);
      await asked((callback) => sftp.fastPut(from, path, { step }, callback));
    },
    rename: (from, to) => asked((callback) => sftp.rename(from, to, callback)),
    remove,
    removeFile: (path) => asked((callback) => sftp.unlink(path, callback)),
    end,
  };
}

/** Returns undefined if it doesn't exist. */
async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof Refused && thrown.fault === "not-found") return undefined;
    throw thrown;
  }
}

/** Returns the error of a server or connection as a sentence without secrets. */
function refusalOf(thrown: unknown, server?: Pick<Server, "host" | "username">): Refused {
  if (thrown instanceof Refused) return thrown;
  const { message = "", code, level } = thrown as { message?: string; code?: string | number; level?: string };
  const place = server === undefined ? "the server" : server.host;
  if (level === "client-authentication")
    return new Refused("not-allowed", `${place} rejected this account and password`, { cause: thrown });
  // 2: no such file, in every version of the protocol.
  if (code === 2) return new Refused("not-found", `${place}: ${message.slice(0, 200)}`, { cause: thrown });
  if (code === "ECONNREFUSED") return new Refused("failed", `${place} refused the connection`, { cause: thrown });
  return new Refused("failed", `${place}: ${message.slice(0, 200) || String(code)}`, { cause: thrown });
}
