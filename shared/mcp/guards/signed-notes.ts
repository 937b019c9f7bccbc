import { timingSafeEqual } from "node:crypto";
import type { Clock } from "#shared/ports/clock.ts";
import type { Vault } from "#shared/ports/vault.ts";

interface NoteDependencies {
  readonly vault: Pick<Vault, "fingerprints">;
  readonly clock: Pick<Clock, "now">;
}

/** Signed notes that callers send back to us, bound to one caller and one purpose, with an expiry. They are readable by anyone. */
export interface SignedNotes<Note> {
  write(note: Note, boundTo: string): Promise<string>;
  /** Returns the note, or undefined if it is forged, modified, expired, or was signed for another purpose. */
  read(text: string, boundTo: string): Promise<Note | undefined>;
}

const longest = 4_000;

/**
 * Creates signed notes. `purpose` separates the kinds of notes. They are signed with the secret of the installation, so all processes can
 * read them.
 */
export function signedNotes<Note>(
  { vault, clock }: NoteDependencies,
  purpose: string,
  keptMs: number,
): SignedNotes<Note> {
  const signaturesOf = (payload: string, boundTo: string) =>
    vault.fingerprints(purpose, JSON.stringify([boundTo, payload]));

  return {
    async write(note, boundTo) {
      const payload = Buffer.from(JSON.stringify({ n: note, x: clock.now() + keptMs })).toString("base64url");
      const [signature] = await signaturesOf(payload, boundTo);
      return `${payload}.${signature}`;
    },

    async read(text, boundTo) {
      const [payload = "", signature = "", ...rest] = text.length > longest ? [] : text.split(".");
      if (payload === "" || signature === "" || rest.length > 0) return undefined;
      const given = Buffer.from(signature);
      const isOurs = (await signaturesOf(payload, boundTo)).some((known) => {
        const expected = Buffer.from(known);
        return expected.length === given.length && timingSafeEqual(expected, given);
      });
      if (!isOurs) return undefined;
      const { n, x } = JSON.parse(Buffer.from(payload, "base64url").toString()) as { n: Note; x: number };
      return clock.now() < x ? n : undefined;
    },
  };
}
