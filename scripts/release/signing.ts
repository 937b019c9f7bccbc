import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The release's OpenPGP key, in a keyring of its own. */
export interface Signer {
  /** Public key in binary form, as apt and gpgv read it. */
  readonly publicKey: Buffer;
  /** Writes a signature of a file, in binary form, to another file. */
  signDetached(path: string, signaturePath: string): void;
  /** Writes a text with its signature to another file. */
  signClear(path: string, signedPath: string): void;
  /** Deletes the keyring. */
  close(): void;
}

/** Variables that name the key. */
interface SigningVariables {
  /** File with the private key. */
  readonly RELEASE_KEY_FILE?: string | undefined;
  /** The private key itself, ASCII-armored. */
  readonly RELEASE_KEY?: string | undefined;
  /** Passphrase of the private key. Default: none. */
  readonly RELEASE_KEY_PASSPHRASE?: string | undefined;
}

/** Opens the release's key. Undefined if no variable names one. Needs gpg. @throws Error if the key can't be used */
export function releaseSigner(variables: SigningVariables): Signer | undefined {
  const { RELEASE_KEY_FILE: file, RELEASE_KEY: text, RELEASE_KEY_PASSPHRASE: passphrase = "" } = variables;
  const key = text || (file && readFileSync(file));
  if (!key) return undefined;
  // gpg-agent's socket is in it, whose path has at most 107 characters.
  const home = mkdtempSync(join(tmpdir(), "latchkey-key-"));
  const gpg = (words: readonly string[], input: Buffer | string) =>
    execFileSync("gpg", ["--homedir", home, "--batch", "--yes", "--quiet", "--pinentry-mode=loopback", ...words], {
      input,
      stdio: ["pipe", "pipe", "inherit"],
    });
  const sign = (words: readonly string[]) =>
    void gpg([...withPassphrase, "--digest-algo=SHA512", ...words], passphrase);
  const close = () => {
    execFileSync("gpgconf", ["--homedir", home, "--kill", "all"]);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    gpg(["--import"], key);
    const publicKey = gpg(["--export"], "");
    const secrets = String(gpg(["--list-secret-keys", "--with-colons"], "")).match(/^sec:/gm) ?? [];
    if (secrets.length !== 1)
      throw new Error(`The release's key file has ${secrets.length} private keys instead of one.`);
    return {
      publicKey,
      signDetached: (path, signaturePath) => sign(["--output", signaturePath, "--detach-sign", path]),
      signClear: (path, signedPath) => sign(["--output", signedPath, "--clear-sign", path]),
      close,
    };
  } catch (thrown) {
    close();
    throw thrown;
  }
}

/** Reads the passphrase from standard input: every account can read arguments. */
const withPassphrase = ["--passphrase-fd=0"];
