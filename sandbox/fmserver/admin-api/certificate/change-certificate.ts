import * as z from "zod";
import { wrongState } from "../../host/refusals.ts";
import { formIn } from "../../http/form-in.ts";
import { missingParameter, valuesIn } from "../admin-body.ts";
import type { AdminOperation } from "../admin-operation.ts";
import { installCertificate } from "./install-certificate.ts";

const access = "root";
const Request = z.object({ subject: z.base64().min(1), password: z.string().min(1) });
const Import = z.object({
  certificate: z.string(),
  privateKey: z.string(),
  intermediateCertificates: z.string().default(""),
  password: z.string().default(""),
});

/** Requests, imports and deletes the server's certificate. */
export const changeCertificate: readonly AdminOperation[] = [
  {
    method: "PATCH",
    path: "/server/certificate/csr",
    access,
    run(call) {
      valuesIn(call, Request);
      return { csrFilePath: "/opt/FileMaker/FileMaker Server/CStore/serverRequest.pem" };
    },
  },
  {
    method: "PATCH",
    path: "/server/certificate/import",
    access,
    run(call) {
      const { certificate, privateKey, password } = valuesIn(call, Import);
      installCertificate(call.host, plainLines(certificate), plainLines(privateKey), password);
      return {};
    },
  },
  {
    method: "PATCH",
    path: "/server/certificate/importcertfiles",
    access,
    async run({ host, request, body }) {
      const { files, fields } = await formIn(request.message.headers, body);
      const text = (name: string): string => {
        const file = files.get(name);
        if (file === undefined) throw missingParameter(name);
        return file.bytes.toString("utf8");
      };
      installCertificate(host, text("certfile"), text("keyfile"), fields.get("password") ?? "");
      return {};
    },
  },
  {
    method: "DELETE",
    path: "/server/certificate/delete",
    access,
    run({ host }) {
      if (host.world.server.certificate === "standard") throw wrongState();
      host.world.server.certificate = "standard";
      return {};
    },
  },
];

/** Unescapes line ends: clients escape those of PEM in addition to JSON's own escaping. */
function plainLines(pem: string): string {
  return pem.replaceAll("\\n", "\n");
}
