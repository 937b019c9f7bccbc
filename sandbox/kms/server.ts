import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";

/** A KMS of its own: symmetric keys and HMAC keys by name, and what was asked of it. */
export interface KmsServer {
  readonly origin: string;
  readonly asked: readonly { readonly operation: string; readonly input: Readonly<Record<string, unknown>> }[];
  /** Fails every call from now on with this error, or none. */
  fail(error: { readonly status: number; readonly name: string } | undefined): void;
  close(): Promise<void>;
}

interface Input {
  readonly KeyId: string;
  readonly EncryptionContext?: Readonly<Record<string, string>>;
  readonly CiphertextBlob?: string;
  readonly Message?: string;
  readonly KeySpec?: string;
  readonly MacAlgorithm?: string;
}

class Refusal extends Error {}

/** `keys` name the keys that it has; values are never the same in two of them. It checks no signature. */
export async function startKms(keys: readonly string[]): Promise<KmsServer> {
  const secrets = new Map(keys.map((key) => [key, randomBytes(32)]));
  const asked: { operation: string; input: Readonly<Record<string, unknown>> }[] = [];
  let failure: { readonly status: number; readonly name: string } | undefined;

  function secretOf(name: string): Buffer {
    const secret = secrets.get(name);
    if (secret === undefined) throw new Refusal("NotFoundException");
    return secret;
  }

  /** A context has no order. */
  const aad = ({ EncryptionContext = {} }: Input): Buffer =>
    Buffer.from(JSON.stringify(Object.entries(EncryptionContext).toSorted()));

  const operations: Readonly<Record<string, (input: Input) => object>> = {
    GenerateDataKey(input) {
      if (input.KeySpec !== "AES_256") throw new Refusal("ValidationException");
      const [plaintext, nonce] = [randomBytes(32), randomBytes(12)];
      const cipher = createCipheriv("aes-256-gcm", secretOf(input.KeyId), nonce).setAAD(aad(input));
      const blob = Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
      return { KeyId: input.KeyId, Plaintext: plaintext.toString("base64"), CiphertextBlob: blob.toString("base64") };
    },
    Decrypt(input) {
      const blob = Buffer.from(input.CiphertextBlob ?? "", "base64");
      try {
        const decipher = createDecipheriv("aes-256-gcm", secretOf(input.KeyId), blob.subarray(0, 12));
        decipher.setAAD(aad(input)).setAuthTag(blob.subarray(-16));
        const plaintext = Buffer.concat([decipher.update(blob.subarray(12, -16)), decipher.final()]);
        return { KeyId: input.KeyId, Plaintext: plaintext.toString("base64") };
      } catch (error) {
        throw error instanceof Refusal ? error : new Refusal("InvalidCiphertextException");
      }
    },
    GenerateMac(input) {
      const message = Buffer.from(input.Message ?? "", "base64");
      const isGood = message.byteLength >= 1 && message.byteLength <= 4096 && input.MacAlgorithm === "HMAC_SHA_256";
      if (!isGood) throw new Refusal("ValidationException");
      const mac = createHmac("sha256", secretOf(input.KeyId)).update(message).digest("base64");
      return { KeyId: input.KeyId, Mac: mac, MacAlgorithm: input.MacAlgorithm };
    },
  };

  function answerTo(operation: string, input: Input): { readonly status: number; readonly body: object } {
    asked.push({ operation, input: { ...input } });
    if (failure !== undefined) return { status: failure.status, body: { __type: failure.name } };
    try {
      const act = operations[operation];
      if (act === undefined) throw new Refusal("UnknownOperationException");
      return { status: 200, body: act(input) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: 400, body: { __type: error.message } };
    }
  }

  const server = createServer(async (incoming, outgoing) => {
    const operation = String(incoming.headers["x-amz-target"]).replace("TrentService.", "");
    const { status, body } = answerTo(operation, JSON.parse(await textOf(incoming)));
    outgoing.writeHead(status, { "content-type": "application/x-amz-json-1.1" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A server on a port has an address");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    asked,
    fail(error) {
      failure = error;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
