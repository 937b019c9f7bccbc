import type { Client } from "basic-ftp";
import type { BuildDestination } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { Refused } from "../../refused.ts";
import { checkedAddress } from "./checked-address.ts";
import type { Destination, Publishing } from "./destination.ts";
import { type RemoteFolders, remoteDestination } from "./remote-folders.ts";

type Server = Extract<BuildDestination, { readonly kind: "ftp" }>;

/** How long the server may be silent. Milliseconds. */
const silenceMs = 60_000;

/** A folder on a server, by FTP: over TLS where it has that, and not otherwise where that is wanted. @throws Refused */
export async function toFtp(server: Server, { build, draft, context }: Publishing): Promise<Destination> {
  const { host, port, username, password } = server;
  const address = await checkedAddress(context.callouts(server.networks), host);
  // Evaluated only where it is used.
  const { Client, FTPError } = await import("basic-ftp");
  // Bytes go to the address that was checked, whatever the server names for them.
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
      return new Refused("not-allowed", `${host} does not take this account and password`, { cause: thrown });
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
    if (!isEncrypted) context.say("info", `${host} has no TLS: account and files are sent as they are`);
    await client.login(username, password);
    // biome-ignore lint/correctness/useHookAtTopLevel: It is no hook of React.
    await client.useDefaultSettings();
    const home = await client.pwd();
    const parent = server.folder.startsWith("/") ? server.folder : `${home.replace(/\/$/, "")}/${server.folder}`;
    const remote = remoteOn(client, { refusing, end, isReply: (thrown) => thrown instanceof FTPError });
    return remoteDestination(remote, { ...server, parent, build, draft, shown: `${host} by FTP` });
  } catch (thrown) {
    end();
    throw refusalOf(thrown);
  }
}

/** False: the server has no TLS. Without a certificate that can be trusted, TLS is still better than none, unless it is wanted. */
async function overTls(
  client: Client,
  { host, needsTls }: Server,
  isReply: (thrown: unknown) => boolean,
): Promise<boolean> {
  try {
    // biome-ignore lint/correctness/useHookAtTopLevel: It is no hook of React.
    await client.useTLS({ servername: host, host, rejectUnauthorized: needsTls });
    return true;
  } catch (thrown) {
    if (!isReply(thrown)) throw thrown;
    if (needsTls) throw new Refused("not-allowed", `${host} has no TLS`, { cause: thrown });
    return false;
  }
}

interface Remote {
  readonly refusing: <T>(work: () => Promise<T>) => Promise<T>;
  readonly end: () => void;
  /** Whether the server itself has said so. */
  readonly isReply: (thrown: unknown) => boolean;
}

function remoteOn(client: Client, { refusing, end, isReply }: Remote): RemoteFolders {
  return {
    exists: (path) =>
      refusing(async () => {
        const before = await client.pwd();
        try {
          await client.cd(path);
        } catch (thrown) {
          if (isReply(thrown)) return false;
          throw thrown;
        }
        await client.cd(before);
        return true;
      }),
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
    end,
  };
}
