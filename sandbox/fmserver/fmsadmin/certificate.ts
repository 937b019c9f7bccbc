import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installCertificate } from "../admin-api/certificate/install-certificate.ts";
import { FOLDERS } from "../disk/server-folder.ts";
import { FmError } from "../fm-error.ts";
import { type Command, type CommandCall, CommandError, textIn } from "./command.ts";

const access = "root";

/** Commands for the server's certificate. */
export const certificateCommands: Readonly<Record<string, Command>> = {
  "CERTIFICATE CREATE": { access, run: create },
  "CERTIFICATE IMPORT": { access, run: importCertificate },
  "CERTIFICATE DELETE": {
    access,
    run({ host, writeLine }) {
      if (host.world.server.certificate === "standard") throw new CommandError(10007);
      host.world.server.certificate = "standard";
      writeLine("Restart the FileMaker Server background processes to apply the change.");
    },
  },
};

/** Creates a private key, encrypted with a password, and a request for a certificate of a name. */
function create(call: CommandCall): void {
  const [subject = textIn(call, "subject")] = call.operands;
  const password = textIn(call, "keyfilepass");
  if (subject === "" || password === "") throw new CommandError(10001);
  const folder = join(call.host.folder ?? "", FOLDERS.certificates);
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  mkdirSync(folder, { recursive: true });
  const keyFile = join(folder, "serverKey.pem");
  const sealed = privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: password });
  writeFileSync(keyFile, sealed, { mode: 0o600 });
  call.writeLine(`Private key for ${subject} written to ${keyFile}`);
}

function importCertificate(call: CommandCall): void {
  const [file = ""] = call.operands;
  const keyFile = textIn(call, "keyfile") || join(call.host.folder ?? "", FOLDERS.certificates, "serverKey.pem");
  const [certificate, key] = [readOwn(file), readOwn(keyFile)];
  try {
    installCertificate(call.host, certificate, key, textIn(call, "keyfilepass"));
  } catch (error) {
    if (error instanceof FmError) throw new CommandError(20630);
    throw error;
  }
  call.writeLine("Restart the FileMaker Server background processes to apply the change.");
}

function readOwn(path: string): string {
  if (path === "" || !existsSync(path)) throw new CommandError(20405);
  return readFileSync(path, "utf8");
}
