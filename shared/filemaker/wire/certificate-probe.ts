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
  /** Fingerprint of the only certificate to accept. */
  readonly pin?: string | undefined;
  /** Returns the time in milliseconds since the epoch. Without it, problems with dates aren't described. */
  readonly now?: (() => number) | undefined;
  readonly timeoutMs?: number;
}

/** Reads a server's certificate in a separate handshake, after which nothing is sent. */
export function certificateProbe(options: ProbeOptions): CertificateProbe {
  const { origin, pin, now } = options;
  const name = bare(options.servername);
  return async () => {
    if (new URL(origin).protocol !== "https:") return undefined;
    const socket = await handshake(options);
    const seen = certificateOf(socket, name, { pin, now });
    socket.destroy();
    return seen;
  };
}

/**
 * Connects to a server by TLS without checking its certificate. Callers look at the certificate before they send anything.
 * @throws Error if there is no connection
 */
export function handshake({ origin, servername, ca, timeoutMs = 5_000 }: ProbeOptions): Promise<TLSSocket> {
  const { hostname, port } = new URL(origin);
  const name = bare(servername);
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: bare(hostname),
      port: Number(port || 443),
      ...(isIP(name) === 0 && { servername: name }),
      ...(ca !== undefined && { ca: [...ca] }),
      // An untrusted certificate is reported, not refused; the caller decides.
      rejectUnauthorized: false,
      timeout: timeoutMs,
    });
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.once("secureConnect", () => {
      socket.setTimeout(0);
      socket.off("error", fail);
      resolve(socket);
    });
    socket.once("timeout", () => fail(new Error("The TLS handshake timed out")));
    socket.once("error", fail);
  });
}

/** Describes the certificate of a connection. */
export function certificateOf(
  socket: TLSSocket,
  name: string,
  { pin, now }: Pick<ProbeOptions, "pin" | "now">,
): ServerCertificate {
  const certificate = socket.getPeerCertificate();
  const fingerprint = certificate.fingerprint256 ?? "";
  return {
    host: name,
    names: namesOf(certificate),
    nameFits: checkServerIdentity(name, certificate) === undefined,
    issuer: [certificate.issuer?.CN ?? certificate.issuer?.O ?? "unknown"].flat().join(", "),
    distrust: distrustOf(socket),
    validFrom: Date.parse(certificate.valid_from),
    validTo: Date.parse(certificate.valid_to),
    fingerprint,
    pin: pin === undefined ? undefined : fingerprint === pin ? "matches" : "differs",
    seenAt: now?.(),
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

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, "");
}
