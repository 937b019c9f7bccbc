import type { Client } from "./rate-limit.ts";
import type { KeyName } from "./values/key-name.ts";

/** How a call went, for its log line. A relay fills in what only it knows. */
export interface ProxyOutcome {
  /** The client, for checks of credentials that the call brings. */
  readonly client: Client;
  status: number;
  /** Bytes of the answer's body, as sent to the caller. */
  sentBytes: number;
  /** Bytes of the call's body, as far as they are known. */
  receivedBytes: number;
  /** When the answer's head was sent, on the clock that takes durations; undefined where it went together with all of it, or not at all. */
  answeredAt: number | undefined;
  /** FileMaker's error number, where FileMaker Server answered with an error. */
  code: string | undefined;
  /** The hosted file that the call is about, with its extension, where the key opens it. */
  file: string | undefined;
  /** The key that the call came with. */
  key: KeyName | undefined;
  /** Name of our own error, where it was we who refused. */
  error: string | undefined;
  /** Whether FileMaker Server refused the credential, however it said so. */
  isCredentialRefused: boolean;
  detail: string | undefined;
}
