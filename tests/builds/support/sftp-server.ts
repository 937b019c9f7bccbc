import {
  closeSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ssh2, { type SFTPWrapper } from "ssh2";

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;

/** SFTP server for a separate folder. */
export interface SftpServer {
  readonly port: number;
  readonly folder: string;
  /** Returns the number of passwords received. */
  passwords(): number;
  /** Uses another host key from now on. */
  takeAnotherKey(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server with the account `builder` and the password `builder-pass`. */
export async function sftpServer(): Promise<SftpServer> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-sftp-"));
  let passwords = 0;
  const onPassword = () => {
    passwords += 1;
  };
  let { server, port } = await listening(folder, 0, onPassword);
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return {
    port,
    folder,
    passwords: () => passwords,
    async takeAnotherKey() {
      await close();
      ({ server, port } = await listening(folder, port, onPassword));
    },
    async stop() {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listening(folder: string, wantedPort: number, onPassword: () => void) {
  const { private: key } = ssh2.utils.generateKeyPairSync("ed25519");
  const server = new ssh2.Server({ hostKeys: [key] }, (client) => {
    client.on("error", () => client.end());
    client.on("authentication", (attempt) => {
      if (attempt.method === "password") onPassword();
      const isRight =
        attempt.method === "password" && attempt.username === "builder" && attempt.password === "builder-pass";
      if (isRight) attempt.accept();
      else attempt.reject(["password"]);
    });
    client.on("session", (accept) => {
      accept().on("sftp", (acceptSftp) => serve(acceptSftp(), folder));
    });
  });
  await new Promise<void>((resolve) => server.listen(wantedPort, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

function serve(sftp: SFTPWrapper, folder: string): void {
  const files = new Map<string, number>();
  const listed = new Set<string>();
  const at = (path: string) => join(folder, join("/", path));
  let last = 0;
  const handle = (key: string) => Buffer.from(key);
  const newKey = () => String(++last);
  /** Answers with the result of a file system call. */
  const answered = (id: number, work: () => void) => {
    try {
      work();
    } catch (thrown) {
      const isMissing = (thrown as NodeJS.ErrnoException).code === "ENOENT";
      sftp.status(id, isMissing ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE);
    }
  };
  const done = (id: number, work: () => void) =>
    answered(id, () => {
      work();
      sftp.status(id, STATUS_CODE.OK);
    });
  const attributesOf = (path: string, look: (path: string) => Stats = lstatSync) => {
    const { mode, uid, gid, size, atimeMs, mtimeMs } = look(path);
    return { mode, uid, gid, size, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) };
  };

  sftp.on("STAT", (id, path) => answered(id, () => sftp.attrs(id, attributesOf(at(path), statSync))));
  sftp.on("LSTAT", (id, path) => answered(id, () => sftp.attrs(id, attributesOf(at(path)))));
  sftp.on("MKDIR", (id, path) => done(id, () => mkdirSync(at(path))));
  sftp.on("RMDIR", (id, path) => done(id, () => rmdirSync(at(path))));
  sftp.on("REMOVE", (id, path) => done(id, () => unlinkSync(at(path))));
  sftp.on("RENAME", (id, from, to) => done(id, () => renameSync(at(from), at(to))));
  sftp.on("FSETSTAT", (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on("OPEN", (id, path, flags) =>
    answered(id, () => {
      const key = newKey();
      files.set(key, openSync(at(path), (flags & OPEN_MODE.WRITE) === 0 ? "r" : "w"));
      sftp.handle(id, handle(key));
    }),
  );
  sftp.on("WRITE", (id, key, offset, bytes) =>
    done(id, () => writeSync(files.get(String(key)) ?? -1, bytes, 0, bytes.length, offset)),
  );
  sftp.on("READ", (id, key, offset, length) =>
    answered(id, () => {
      const bytes = Buffer.alloc(length);
      const count = readSync(files.get(String(key)) ?? -1, bytes, 0, length, offset);
      if (count === 0) sftp.status(id, STATUS_CODE.EOF);
      else sftp.data(id, bytes.subarray(0, count));
    }),
  );
  sftp.on("OPENDIR", (id, path) => sftp.handle(id, handle(`folder ${path}`)));
  sftp.on("READDIR", (id, key) =>
    answered(id, () => {
      const [, path = ""] = /^folder (.*)$/s.exec(String(key)) ?? [];
      if (listed.has(path)) return sftp.status(id, STATUS_CODE.EOF);
      listed.add(path);
      const names = readdirSync(at(path)).map((filename) => ({
        filename,
        longname: filename,
        attrs: attributesOf(join(at(path), filename)),
      }));
      sftp.name(id, names);
    }),
  );
  sftp.on("CLOSE", (id, key) =>
    done(id, () => {
      const file = files.get(String(key));
      if (file !== undefined) closeSync(file);
      files.delete(String(key));
    }),
  );
}
