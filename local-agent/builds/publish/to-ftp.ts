import { Readable, Writable } from "node:stream";
import type { Client, FileInfo } from "basic-ftp";
import type { BuildDestination } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { Refused } from "../../refused.ts";
import { checkedAddress } from "./checked-address.ts";
import type { Destination, Publishing } from "./destination.ts";
import { type RemoteFolders, remoteDestination } from "./remote-folders.ts";
import { maxManifestBytes } from "./replaceable.ts";

type Server = Extract<BuildDestination, { readonly kind: "ftp" }>;

/** Maximum milliseconds of silence of the server. */
const silenceMs = 60_000;

/** Opens a folder on an FTP server over TLS, or without TLS if the destination allows it. @throws Refused */
export async function toFtp(server: Server, { build, draft, context }: Publishing): Promise<Destination> {
  const { host, port, username, password } = server;
  const address = await checkedAddress(context.callouts(server.networks), host);
  // Loaded only if it is used.
  const { Client, FTPError } = await import("basic-ftp");
  // Bytes are only sent to the checked address, even if the server names another.
  const client = new Client(silenceMs, { allowSeparateTransferHost: false });
  const stop = () => client.close();
  context.signal.addEventListener("abort", stop, { once: true });
  const end = () => {
    context.signal.removeEventListener("abort", stop);
    client.close();
  };
  const refusalOf = (thrown: unknown): Refused => {
    if (thrown instanceof Refused) return thrown;
    const code = thrown instanceof FTPError ? thrown.code : undefined;
    if (code === 530)
      return new Refused("not-allowed", `${host} rejected this account and password`, { cause: thrown });
    const text = thrown instanceof Error ? thrown.message.slice(0, 200) : String(thrown);
    return new Refused("failed", `${host}: ${text}`, { cause: thrown });
  };
  const refusing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (thrown) {
      throw refusalOf(thrown);
    }
  };

  try {
    await client.connect(address, port);
    const isEncrypted = await overTls(client, server, (thrown) => thrown instanceof FTPError);
    if (!isEncrypted) context.say("error", `${host} doesn't offer TLS: the account and the files are sent unencrypted`);
    await client.login(username, password);
    // biome-ignore lint/correctness/useHookAtTopLevel: It isn't a React hook.
    await client.useDefaultSettings();
    const home = await client.pwd();
    const parent = server.folder.startsWith("/") ? server.folder : `${home.replace(/\/$/, "")}/${server.folder}`;
    const replyOf = (thrown: unknown) => (thrown instanceof FTPError ? thrown.code : undefined);
    const remote = remoteOn(client, { refusing, end, replyOf });
    const { say } = context;
    return await remoteDestination(remote, { ...server, parent, build, draft, shown: `${host} by FTP`, say });
  } catch (thrown) {
    end();
    throw refusalOf(thrown);
  }
}

/** Starts TLS before sending the account. Returns false if the server doesn't offer it and the destination allows that. @throws Refused */
async function overTls(
  client: Client,
  { host, needsTls, allowsPlainText }: Server,
  isReply: (thrown: unknown) => boolean,
): Promise<boolean> {
  try {
    // biome-ignore lint/correctness/useHookAtTopLevel: It isn't a React hook.
    await client.useTLS({ servername: host, host, rejectUnauthorized: needsTls });
    return true;
  } catch (thrown) {
    if (!isReply(thrown)) throw thrown;
    if (allowsPlainText === true) return false;
    const remedy = needsTls ? "" : ". Enable TLS there, or allow plain text with `allowPlainText`";
    throw new Refused("not-allowed", `${host} doesn't offer TLS, so nothing was sent${remedy}`, { cause: thrown });
  }
}

function tooLarge(path: string): Refused {
  return new Refused("exists", `${path} is larger than a build's manifest, so its folder isn't replaced`);
}

interface Remote {
  readonly refusing: <T>(work: () => Promise<T>) => Promise<T>;
  readonly end: () => void;
  /** Returns the number of the server's error reply, or undefined if there is none. */
  readonly replyOf: (thrown: unknown) => number | undefined;
}

function remoteOn(client: Client, { refusing, end, replyOf }: Remote): RemoteFolders {
  /** Performs work in a folder. Returns undefined if the folder doesn't exist. */
  const inFolder = async <T>(path: string, work: () => Promise<T>): Promise<T | undefined> => {
    const before = await client.pwd();
    try {
      await client.cd(path);
    } catch (thrown) {
      if (replyOf(thrown) !== undefined) return undefined;
      throw thrown;
    }
    const found = await work();
    await client.cd(before);
    return found;
  };
  /** Returns the entries of the current folder. None if the server lists nothing, in which case only folders are recognized. */
  const list = async (): Promise<readonly FileInfo[]> => {
    try {
      return await client.list();
    } catch (thrown) {
      if (replyOf(thrown) !== undefined) return [];
      throw thrown;
    }
  };
  const exists = async (path: string) => (await inFolder(path, async () => true)) !== undefined;

  return {
    exists: (path) => refusing(() => exists(path)),
    kindOf: (parent, name) =>
      refusing(async () => {
        const entries = (await inFolder(parent, list)) ?? [];
        const entry = entries.find((one) => one.name === name);
        if (entry?.isSymbolicLink === true) return "other";
        // Also finds names in another case: the server may be case-insensitive.
        if (await exists(`${parent.replace(/\/$/, "")}/${name}`)) return "folder";
        return entry === undefined ? "nothing" : "other";
      }),
    read: (path) =>
      refusing(async () => {
        const pieces: Buffer[] = [];
        let length = 0;
        const into = new Writable({
          write(piece: Buffer, _encoding, done) {
            length += piece.length;
            pieces.push(piece);
            done(length > maxManifestBytes ? tooLarge(path) : null);
          },
        });
        try {
          await client.downloadTo(into, path);
        } catch (thrown) {
          if ([450, 550].includes(replyOf(thrown) ?? 0)) return undefined;
          throw thrown;
        }
        return Buffer.concat(pieces).toString("utf8");
      }),
    write: (path, text) => refusing(async () => void (await client.uploadFrom(Readable.from([text]), path))),
    makeFolder: (path) => refusing(async () => void (await client.send(`MKD ${path}`))),
    upload: ({ path: from }, path, onBytes) =>
      refusing(async () => {
        let done = 0;
        client.trackProgress(({ bytes }) => {
          onBytes(bytes - done);
          done = bytes;
        });
        await client.uploadFrom(from, path).finally(() => client.trackProgress());
      }),
    rename: (from, to) => refusing(async () => void (await client.rename(from, to))),
    remove: (path) => refusing(() => client.removeDir(path)),
    removeFile: (path) => refusing(async () => void (await client.remove(path))),
    end,
  };
}
