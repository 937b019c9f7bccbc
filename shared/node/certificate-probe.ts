import { isIP } from "node:net";
import { checkServerIdentity, connect, type PeerCertificate, type TLSSocket } from "node:tls";
import type { CertificateProbe, ServerCertificate } from "#shared/ports/certificate-probe.ts";

interface ProbeOptions {
  /** Where the server listens. */
  readonly origin: string;
  /** The name that callers use. */
  readonly servername: string;
  /** Certificates in PEM to trust in place of the usual ones. */
  readonly ca?: readonly string[] | undefined;
  readonly timeoutMs?: number;
}

/** Looks at a server's certificate by a handshake of its own, after which nothing is sent. */
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
        // An untrusted certificate is to be reported, not refused; no byte of ours follows the handshake.
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
      socket.once("timeout", () => end(() => reject(new Error("No handshake in time"))));
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

/** Names and dates are reported by themselves. */
function distrustOf(socket: TLSSocket): string | undefined {
  // Node sets the code here, and its types say Error.
  const reason = String(socket.authorizationError ?? "");
  return socket.authorized || /ALTNAME|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/.test(reason) ? undefined : reason;
}

function namesOf({ subject, subjectaltname }: PeerCertificate): readonly string[] {
  const alternatives = subjectaltname?.split(", ").map((entry) => entry.replace(/^(?:DNS|IP Address):/, "")) ?? [];
  return alternatives.length > 0 ? alternatives : [subject?.CN ?? []].flat();
}
