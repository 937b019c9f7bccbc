import { timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { ServiceError } from "../contract/errors.ts";
import type { Clock } from "../ports/clock.ts";
import type { Vault } from "../ports/vault.ts";
import { type HostPlace, pathOf, placeOfPath } from "./rules.ts";

interface LinkDependencies {
  readonly vault: Pick<Vault, "fingerprints">;
  readonly clock: Clock;
  readonly address: () => string;
}

/** Addresses that let whoever has them download one thing, for a while. They are signed, and stand in no store. */
export interface Links {
  make(place: HostPlace, expiresAt: number): Promise<string>;
  /** @throws ServiceError host_link_refused, the same for every token that is not good */
  open(token: string): Promise<HostPlace>;
}

const purpose = "host-file-link";
const Said = z.tuple([z.string(), z.int()]);

export function downloadLinks({ vault, clock, address }: LinkDependencies): Links {
  return {
    async make(place, expiresAt) {
      const said = Buffer.from(JSON.stringify([pathOf(place), expiresAt])).toString("base64url");
      const [signature] = await vault.fingerprints(purpose, said);
      return `${address()}?token=${said}.${signature}`;
    },

    async open(token) {
      const [said = "", signature = "", ...more] = token.split(".");
      if (more.length > 0) throw new ServiceError("host_link_refused");
      const signatures = await vault.fingerprints(purpose, said);
      if (!signatures.some((one) => isSame(one, signature))) throw new ServiceError("host_link_refused");
      const [path, expiresAt] = Said.parse(JSON.parse(Buffer.from(said, "base64url").toString("utf8")));
      const place = placeOfPath(path);
      if (place === undefined || expiresAt <= clock.now()) throw new ServiceError("host_link_refused");
      return place;
    },
  };
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
