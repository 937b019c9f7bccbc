import * as z from "zod";
import { selfSignedCertificate } from "../../certificate.ts";
import { wrongState } from "../../host/refusals.ts";
import type { Host } from "../../host.ts";
import { valuesIn } from "../admin-body.ts";
import type { AdminOperation } from "../admin-operation.ts";

const access = "root";
const Order = z.object({
  domain: z.string().regex(/^(?=.{1,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i),
  email: z.string().min(3),
  autoRenew: z.boolean().default(false),
  testValidation: z.boolean().default(false),
});

/** Requests and renews a certificate for a name; the sandbox signs it itself. */
export const letsEncrypt: readonly AdminOperation[] = [
  {
    method: "POST",
    path: "/server/certificate/letsencrypt/request",
    access,
    run(call) {
      const { domain, testValidation } = valuesIn(call, Order);
      if (!testValidation) issue(call.host, domain);
      return {};
    },
  },
  {
    method: "POST",
    path: "/server/certificate/letsencrypt/renew",
    access,
    run({ host }) {
      const { certificate } = host.world.server;
      if (certificate === "standard" || certificate.domain === undefined) throw wrongState();
      issue(host, certificate.domain);
      return {};
    },
  },
];

function issue(host: Host, domain: string): void {
  const { cert } = selfSignedCertificate({ now: host.clock.now(), names: [domain], days: 90 });
  host.world.server.certificate = { pem: cert, domain };
}
