import { isIP } from "node:net";
import { checkServerIdentity, connect, type PeerCertificate, type TLSSocket } from "node:tls";
import type { CertificateProbe, ServerCertificate } from "#shared/ports/certificate-probe.ts";

interface ProbeOptions {
  /** Address of the server. */
  readonly origin: string;
  /** Name that callers use. */
  readonly servername: string;
  /** Certificates in PEM to trust instead of the default ones. */
  readonly ca?: readonly string[] | undefined;
  readonly timeoutMs?: number;
}

/** Reads a server's certificate in a separate handshake, after which nothing is sent. */
export function certificateProbe({ origin, servername, ca, timeoutMs = 5_000 }: ProbeOptions): CertificateProbe {
  const { protocol, hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, "");
  const name = servername.replace(/^\[|\]$/g, "");
  return () => {
    if (protocol !== "https:") return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const socket = connect({
        host,
        port: Number(port || 443),
        ...(isIP(name) === 0 && { servername: name }),
        ...(ca !== undefined && { ca: [...ca] }),
        // An untrusted certificate is reported, not refused; none of our bytes follow the handshake.
        rejectUnauthorized: false,
        timeout: timeoutMs,
      });
      const end = (settle: () => void) => {
        socket.destroy();
        settle();
      };
      socket.once("secureConnect", () => {
        const seen = described(socket, name);
        end(() => resolve(seen));
      });
      socket.once("timeout", () => end(() => reject(new Error("The TLS handshake timed out"))));
      socket.once("error", (error) => end(() => reject(error)));
    });
  };
}

function described(socket: TLSSocket, name: string): ServerCertificate {
  const certificate = socket.getPeerCertificate();
  return {
    names: namesOf(certificate),
    nameFits: checkServerIdentity(name, certificate) === undefined,
    distrust: distrustOf(socket),
    validFrom: Date.parse(certificate.valid_from),
    validTo: Date.parse(certificate.valid_to),
  };
}

/** Returns the reason for distrust, without wrong names and dates, which are reported separately. */
function distrustOf(socket: TLSSocket): string | undefined {
  // Node stores the code here, although its types say Error.
  const reason = String(socket.authorizationError ?? "");
  return socket.authorized || /ALTNAME|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/.test(reason) ? undefined : reason;
}

function namesOf({ subject, subjectaltname }: PeerCertificate): readonly string[] {
  const alternatives = subjectaltname?.split(", ").map((entry) => entry.replace(/^(?:DNS|IP Address):/, "")) ?? [];
  return alternatives.length > 0 ? alternatives : [subject?.CN ?? []].flat();
}
