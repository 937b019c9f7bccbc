import { timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { type HostLocation, locationOfPath, pathOf } from "./rules.ts";

interface LinkDependencies {
  readonly vault: Pick<Vault, "fingerprints">;
  readonly clock: Clock;
  /** Returns the address that links begin with, under the called prefix. */
  readonly address: (prefix?: string) => string;
}

/** Signed addresses for downloading one file or folder for a limited time. They aren't stored. */
export interface Links {
  make(location: HostLocation, expiresAt: number, prefix?: string): Promise<string>;
  /** @throws ServiceError host_link_refused, the same for every invalid token */
  open(token: string): Promise<HostLocation>;
}

const purpose = "host-file-link";
const SignedLink = z.tuple([z.string(), z.int()]);

export function downloadLinks({ vault, clock, address }: LinkDependencies): Links {
  return {
    async make(location, expiresAt, prefix) {
      const payload = Buffer.from(JSON.stringify([pathOf(location), expiresAt])).toString("base64url");
      const [signature] = await vault.fingerprints(purpose, payload);
      return `${address(prefix)}?token=${payload}.${signature}`;
    },

    async open(token) {
      const [payload = "", signature = "", ...more] = token.split(".");
      if (more.length > 0) throw new ServiceError("host_link_refused");
      const signatures = await vault.fingerprints(purpose, payload);
      if (!signatures.some((one) => isSame(one, signature))) throw new ServiceError("host_link_refused");
      const [path, expiresAt] = SignedLink.parse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
      const location = locationOfPath(path);
      if (location === undefined || expiresAt <= clock.now()) throw new ServiceError("host_link_refused");
      return location;
    },
  };
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
