import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type SealingVault, VaultRefused } from "#shared/ports/vault.ts";
import type { TurnableClock } from "../support/clocks/turnable-clock.ts";

/** Vault with its own keys, and the clock that it uses. */
export interface VaultWorld {
  readonly vault: SealingVault;
  readonly clock: TurnableClock;
  close(): Promise<void> | void;
}

/** Runs the tests that every Vault must pass, wherever its master key is stored. */
export function vaultSuite(name: string, open: () => Promise<VaultWorld>): void {
  describe(`${name}: a vault`, () => {
    let world: VaultWorld;
    beforeEach(async () => {
      world = await open();
    });
    afterEach(() => world.close());

    const context = { kind: "data-key", item: "keys#1", field: "password" };

    for (const secret of ["", "a", "pass wörd 👋\u0000", "x".repeat(100_000)]) {
      test(`a secret of ${secret.length} characters can be decrypted where it was encrypted`, async () => {
        const sealed = await world.vault.seal(secret, context);
        expect(await world.vault.open(sealed, context)).toBe(secret);
      });
    }

    test("an encrypted value reveals nothing of its secret, and is different every time", async () => {
      const sealed = await Promise.all(Array.from({ length: 20 }, () => world.vault.seal("a secret word", context)));
      expect(new Set(sealed).size).toBe(20);
      for (const value of sealed) {
        expect(value).toMatch(/^v\d+\./);
        expect(value).not.toContain("secret");
        expect(Buffer.from(value.split(".").at(-1) ?? "", "base64url").toString("latin1")).not.toContain("secret");
      }
    });

    const elsewhere = [
      { kind: "data-key", item: "keys#2", field: "password" },
      { kind: "data-key", item: "keys#1", field: "token" },
      { kind: "data-key", item: "keys#1passw", field: "ord" },
      { kind: "data-key", item: "keys#1|password", field: "" },
      { kind: "data-key", item: "", field: "keys#1password" },
    ];
    for (const other of elsewhere) {
      test(`a value copied to ${JSON.stringify(other)} can't be decrypted there`, async () => {
        const sealed = await world.vault.seal("secret", context);
        await expect(world.vault.open(sealed, other)).rejects.toThrow(VaultRefused);
      });
    }

    test("item and field can't be shifted into each other", async () => {
      const part = fc.string({ unit: fc.constantFrom("a", "|", '"', ",", "\\", "é"), maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(part, part, part, part, async (item, field, otherItem, otherField) => {
          fc.pre(item !== otherItem || field !== otherField);
          const sealed = await world.vault.seal("s", { kind: "data-key", item, field });
          await expect(
            world.vault.open(sealed, { kind: "data-key", item: otherItem, field: otherField }),
          ).rejects.toThrow(VaultRefused);
        }),
        { numRuns: 200 },
      );
    });

    test("a value with any one character altered can't be decrypted", async () => {
      const sealed = await world.vault.seal("s", context);
      for (let index = 0; index < sealed.length; index++) {
        const other = sealed[index] === "A" ? "B" : "A";
        const altered = sealed.slice(0, index) + other + sealed.slice(index + 1);
        await expect(world.vault.open(altered, context)).rejects.toThrow(VaultRefused);
      }
    });

    test("an invalid or truncated encrypted value is rejected", async () => {
      const sealed = await world.vault.seal("secret", context);
      for (const text of [
        "",
        "secret",
        "v1",
        "v1...",
        sealed.slice(0, -1),
        `${sealed}A`,
        `${sealed}.`,
        `v9${sealed.slice(2)}`,
      ]) {
        await expect(world.vault.open(text, context)).rejects.toThrow(VaultRefused);
      }
    });

    test("parts of two encrypted values don't form a third", async () => {
      const one = (await world.vault.seal("one", context)).split(".");
      await world.clock.turn(6 * 60_000);
      const other = (await world.vault.seal("other", context)).split(".");
      const mixed = [...one.slice(0, -1), other.at(-1)].join(".");
      expect(one.slice(0, -1)).not.toEqual(other.slice(0, -1));
      await expect(world.vault.open(mixed, context)).rejects.toThrow(VaultRefused);
    });
  });
}
