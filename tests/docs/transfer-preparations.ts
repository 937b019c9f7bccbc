import { transfer } from "#shared/transfer/contract.ts";
import type { TestService } from "../support/test-service.ts";
import type { Prepared } from "./preparations.ts";

const { file: fileExample, passphrase, digest: digestExample } = transfer.importConfiguration.example.input;

/** Returns a text as it is written in JSON. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** Returns the preconditions of the configuration transfer examples. The service is its own target, under a host name that resolves. */
export function transferPreparations(
  service: TestService,
  { key, host }: { readonly key: string; readonly host: string },
) {
  const post = async (what: string, json: object) => {
    const { status, body, text } = await service.admin("POST", `/svc/api/transfer/${what}`, json);
    if (status !== 200) throw new Error(text);
    return body.response;
  };
  const file = async (): Promise<Prepared> => {
    const { file: text } = await post("export", { passphrase });
    const { digest } = await post("preview", { file: text, passphrase });
    return { names: { [inJson(fileExample)]: inJson(text), [digestExample]: digest } };
  };
  return {
    previewImport: file,
    importConfiguration: file,
    async previewOtto(): Promise<Prepared> {
      const { serverUrl, adminApiKey } = transfer.previewOtto.example.input;
      return { names: { [serverUrl]: `http://${host}:${new URL(service.baseUrl).port}/svc`, [adminApiKey]: key } };
    },
    async sendConfiguration(): Promise<Prepared> {
      const { serverUrl, adminApiKey } = transfer.sendConfiguration.example.input;
      return { names: { [serverUrl]: `http://${host}:${new URL(service.baseUrl).port}`, [adminApiKey]: key } };
    },
  };
}
