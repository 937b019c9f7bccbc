import { createHash } from "node:crypto";
import { promisify } from "node:util";
import type { Client, SFTPWrapper } from "ssh2";
import type { BuildDestination } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { Refused } from "../../refused.ts";
import { checkedAddress } from "./checked-address.ts";
import type { Destination, Publishing } from "./destination.ts";
import { keepHostKey, keptHostKey } from "./host-keys.ts";
import { type RemoteFolders, remoteDestination } from "./remote-folders.ts";

type Server = Extract<BuildDestination, { readonly kind: "sftp" }>;

/** How long the server may take to answer the sign-in, and between signs of life. Milliseconds. */
const readyMs = 30_000;
const keepaliveMs = 15_000;

/** A folder on a server, by SFTP. Its key has to be the one that was named, or that it showed first. @throws Refused */
export async function toSftp(server: Server, { build, draft, context }: Publishing): Promise<Destination> {
  const address = await checkedAddress(context.callouts(server.networks), server.host);
  // A large package, evaluated only where it is used.
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
    return remoteDestination(remote(sftp, end), { parent: server.folder, build, draft, ...server, shown });
  } catch (thrown) {
    end();
    throw refusalOf(thrown, server);
  }
}

interface SignIn {
  readonly server: Server;
  readonly address: string;
  /** Where keys of servers are kept. */
  readonly folder: string;
}

async function signedIn(client: Client, { server, address, folder }: SignIn): Promise<SFTPWrapper> {
  const { host, port, username, password } = server;
  const place = `${host}:${port}`;
  const known = server.hostKey?.replace(/=$/, "") ?? keptHostKey(folder, place);
  let shownKey = "";
  await new Promise<void>((resolve, reject) => {
    client.once("ready", resolve).once("error", reject);
    // Servers that ask rather than take a password mean the same one.
    client.on("keyboard-interactive", (_name, _instructions, _language, prompts, answer) =>
      answer(prompts.map(() => password)),
    );
    client.connect({
      ...{ host: address, port, username, password, tryKeyboard: true },
      ...{ readyTimeout: readyMs, keepaliveInterval: keepaliveMs },
      hostVerifier(key: Buffer) {
        shownKey = `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=$/, "")}`;
        if (known === undefined || known === shownKey) return true;
        reject(new Refused("not-allowed", `${place} shows the key ${shownKey}, and ${known} is the one that is known`));
        return false;
      },
    });
  });
  if (known === undefined) keepHostKey(folder, place, shownKey);
  // What fails from now on fails in what was asked for.
  client.on("error", () => client.end());
  return promisify(client.sftp.bind(client))();
}

function remote(sftp: SFTPWrapper, end: () => void): RemoteFolders {
  const done = (ask: (callback: (error?: Error | null) => void) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      // A line that breaks answers nothing.
      sftp.once("close", closed);
      function closed() {
        reject(new Refused("failed", "the connection broke off"));
      }
      ask((error) => {
        sftp.off("close", closed);
        if (error) reject(refusalOf(error));
        else resolve();
      });
    });
  const entries = promisify(sftp.readdir.bind(sftp));

  const remove = async (path: string): Promise<void> => {
    for (const { filename, attrs } of await entries(path)) {
      if (attrs.isDirectory()) await remove(`${path}/${filename}`);
      else await done((callback) => sftp.unlink(`${path}/${filename}`, callback));
    }
    await done((callback) => sftp.rmdir(path, callback));
  };

  return {
    exists: (path) =>
      new Promise((resolve, reject) => {
        sftp.stat(path, (error) => {
          // 2: no such file, in every version of the protocol.
          if (error === undefined || error === null) resolve(true);
          else if ("code" in error && error.code === 2) resolve(false);
          else reject(refusalOf(error));
        });
      }),
    makeFolder: (path) => done((callback) => sftp.mkdir(path, callback)),
    async upload({ path: from, sizeBytes }, path, onBytes) {
      if (sizeBytes === 0) return done((callback) => sftp.writeFile(path, "", callback));
      const step = (_total: number, bytes: number) => onBytes(bytes);
      await done((callback) => sftp.fastPut(from, path, { step }, callback));
    },
    rename: (from, to) => done((callback) => sftp.rename(from, to, callback)),
    remove,
    end,
  };
}

/** What a server or its line says, as a sentence without secrets. */
function refusalOf(thrown: unknown, server?: Pick<Server, "host" | "username">): Refused {
  if (thrown instanceof Refused) return thrown;
  const { message = "", code, level } = thrown as { message?: string; code?: string | number; level?: string };
  const place = server === undefined ? "the server" : server.host;
  if (level === "client-authentication")
    return new Refused("not-allowed", `${place} does not take this account and password`, { cause: thrown });
  if (code === "ECONNREFUSED") return new Refused("failed", `${place} accepts no connections`, { cause: thrown });
  return new Refused("failed", `${place}: ${message.slice(0, 200) || String(code)}`, { cause: thrown });
}
