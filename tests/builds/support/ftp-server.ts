import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SecureContextOptions, TLSSocket } from "node:tls";

/** FTP server for a separate folder. */
export interface FtpServer {
  readonly port: number;
  readonly folder: string;
  /** True if the last account signed in over TLS. */
  wasEncrypted(): boolean;
  /** Returns the number of passwords received in plain text. */
  plainPasswords(): number;
  stop(): Promise<void>;
}

/** Starts a server with the account `builder` and the password `builder-pass`; without a certificate, it has no TLS. */
export async function ftpServer(tls?: SecureContextOptions): Promise<FtpServer> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-ftp-"));
  let wasEncrypted = false;
  let plainPasswords = 0;
  const onAccount = (isEncrypted: boolean) => {
    wasEncrypted = isEncrypted;
    if (!isEncrypted) plainPasswords += 1;
  };
  const server = createServer((socket) => serve(socket, { folder, tls, onAccount }));
  const port = await listening(server);
  return {
    port,
    folder,
    wasEncrypted: () => wasEncrypted,
    plainPasswords: () => plainPasswords,
    async stop() {
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

interface Serving {
  readonly folder: string;
  readonly tls: SecureContextOptions | undefined;
  readonly onAccount: (isEncrypted: boolean) => void;
}

/** Serves one connection, by RFC 959 with EPSV (RFC 2428) and TLS (RFC 4217). */
function serve(plain: Socket, { folder, tls, onAccount }: Serving): void {
  let socket = plain;
  let current = "/";
  let user = "";
  let isSignedIn = false;
  let from = "";
  let transfer: Promise<Socket> | undefined;
  const pathOf = (name: string) => join(name.startsWith("/") ? "/" : current, name);
  const at = (name: string) => join(folder, pathOf(name));
  const reply = (text: string) => socket.write(`${text}\r\n`);

  const openTransfer = async () => {
    const { promise, resolve } = Promise.withResolvers<Socket>();
    const server = createServer({ pauseOnConnect: true }, (one) => {
      server.close();
      resolve(socket === plain ? one : new TLSSocket(one, { isServer: true, ...tls }));
    });
    transfer = promise;
    reply(`229 Extended passive mode (|||${await listening(server)}|)`);
  };
  const stored = async (name: string) => {
    reply("150 Send it");
    const pieces: Buffer[] = [];
    for await (const piece of (await transfer)?.resume() ?? []) pieces.push(piece);
    writeFileSync(at(name), Buffer.concat(pieces));
    reply("226 It is there");
  };
  const retrieved = async (name: string) => {
    const bytes = readFileSync(at(name));
    reply("150 Here it comes");
    (await transfer)?.end(bytes);
    reply("226 That was all");
  };
  const listed = async (name: string) => {
    reply("150 Here it comes");
    const lines = readdirSync(at(name)).map((entry) => {
      const stats = lstatSync(join(at(name), entry));
      const type = stats.isDirectory() ? "dir" : stats.isSymbolicLink() ? "OS.unix=slink" : "file";
      return `type=${type};size=${stats.size};modify=20261120091502; ${entry}\r\n`;
    });
    (await transfer)?.end(lines.join(""));
    reply("226 That was all");
  };

  const commands: Readonly<Record<string, (value: string) => unknown>> = {
    auth() {
      if (tls === undefined) return reply("502 No TLS");
      plain.removeAllListeners("data");
      plain.write("234 Begin\r\n");
      socket = new TLSSocket(plain, { isServer: true, ...tls });
      return listen();
    },
    pbsz: () => reply("200 All right"),
    prot: () => reply("200 All right"),
    user(name) {
      user = name;
      reply("331 Password");
    },
    pass(password) {
      onAccount(socket !== plain);
      isSignedIn = user === "builder" && password === "builder-pass";
      reply(isSignedIn ? "230 Signed in" : "530 Not signed in");
    },
    feat: () => reply("211-Features\r\n UTF8\r\n MLST type*;size*;modify*;\r\n EPSV\r\n211 End"),
    type: () => reply("200 Binary"),
    opts: () => reply("200 All right"),
    stru: () => reply("200 All right"),
    pwd: () => reply(`257 "${current}"`),
    cwd(name) {
      if (!statSync(at(name)).isDirectory()) throw new Error("no folder");
      current = pathOf(name);
      reply("250 There");
    },
    cdup() {
      current = join(current, "..");
      reply("250 There");
    },
    mkd(name) {
      mkdirSync(at(name));
      reply("257 Made");
    },
    rmd(name) {
      rmdirSync(at(name));
      reply("250 Gone");
    },
    dele(name) {
      unlinkSync(at(name));
      reply("250 Gone");
    },
    rnfr(name) {
      statSync(at(name));
      from = at(name);
      reply("350 To what?");
    },
    rnto(name) {
      renameSync(from, at(name));
      reply("250 Renamed");
    },
    epsv: openTransfer,
    stor: stored,
    retr: retrieved,
    mlsd: (name) => listed(name || "."),
    quit: () => socket.end("221 Bye\r\n"),
  };

  const perform = async (line: string): Promise<void> => {
    const [, word = "", value = ""] = /^(\w+)(?: (.*))?$/.exec(line) ?? [];
    const command = word.toLowerCase();
    const isOpen = ["user", "pass", "feat", "quit", "auth", "pbsz", "prot"].includes(command);
    if (commands[command] === undefined) reply("502 Not known");
    else if (!isOpen && !isSignedIn) reply("530 Not signed in");
    else await commands[command](value);
  };

  let turn = Promise.resolve();
  const listen = () => {
    let text = "";
    socket.on("error", () => socket.destroy());
    socket.on("data", (bytes) => {
      const lines = `${text}${bytes}`.split("\r\n");
      text = lines.pop() ?? "";
      for (const line of lines) turn = turn.then(() => perform(line)).catch(() => void reply("550 It cannot be done"));
    });
  };
  listen();
  reply("220 Ready");
}
