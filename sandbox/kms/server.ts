import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { type JsonService, startJsonService } from "../aws/json-service.ts";
import { Refusal } from "../aws/service.ts";

/** KMS stand-in: symmetric keys and HMAC keys by name, with a record of its calls. */
export interface KmsServer extends JsonService<Input> {
  addKey(name: string): void;
}

interface Input {
  readonly KeyId: string;
  readonly EncryptionContext?: Readonly<Record<string, string>>;
  readonly CiphertextBlob?: string;
  readonly Message?: string;
  readonly KeySpec?: string;
  readonly MacAlgorithm?: string;
}

/** Starts a KMS. `keys`: names of its keys, whose values are always different. */
export async function startKms(keys: readonly string[]): Promise<KmsServer> {
  const secrets = new Map(keys.map((key) => [key, randomBytes(32)]));

  function secretOf(name: string): Buffer {
    const secret = secrets.get(name);
    if (secret === undefined) throw new Refusal("NotFoundException");
    return secret;
  }

  /** Returns a context as additional authenticated data; its order doesn't matter. */
  const aad = ({ EncryptionContext = {} }: Input): Buffer =>
    Buffer.from(JSON.stringify(Object.entries(EncryptionContext).toSorted()));

  const service = await startJsonService<Input>("TrentService", {
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
  });
  return { ...service, addKey: (name) => void secrets.set(name, randomBytes(32)) };
}
