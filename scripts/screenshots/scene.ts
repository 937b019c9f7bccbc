import type { Page } from "playwright";
import type { PopulatedService } from "./populate.ts";

export type Variant = "" | "-dark" | "-phone";

/** One picture: where, and what is done there first. */
export interface Scene {
  readonly name: string;
  /** The address within the console, where runs have the ids that they got. */
  readonly path: string | ((runs: PopulatedService["runs"]) => string);
  readonly signsIn: boolean;
  readonly variants: readonly Variant[];
  readonly isInGuide: boolean;
  /** The server that it shows. */
  readonly on: "usual" | "development" | "production";
  /** How large the window is for the guide's picture. */
  readonly guideSize: { readonly width: number; readonly height: number } | undefined;
  prepare(page: Page): Promise<void>;
}

const everyVariant: readonly Variant[] = ["", "-dark", "-phone"];

/** A scene with a user who is signed in. The guide's pictures are taken from it as well. */
export function scene(
  name: string,
  path: Scene["path"],
  prepare: (page: Page) => Promise<unknown>,
  more: Partial<Pick<Scene, "signsIn" | "variants" | "isInGuide" | "on" | "guideSize">> = {},
): Scene {
  return {
    name,
    path,
    signsIn: true,
    variants: everyVariant,
    isInGuide: false,
    on: "usual",
    guideSize: undefined,
    ...more,
    async prepare(page) {
      await prepare(page);
    },
  };
}

export const inGuide = { isInGuide: true } as const;

/** Waits for a text. */
export const text = (wanted: string) => (page: Page) => page.getByText(wanted).first().waitFor();

/** Waits for the answers that a dialog shows. */
export const dialogText = (wanted: string) => (page: Page) =>
  page.getByRole("dialog").getByText(wanted).first().waitFor();

/** Chooses from the menu of a row. */
export const fromMenu = (row: string, entry: string) => async (page: Page) => {
  await page.getByRole("button", { name: `Actions for ${row}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
  await page.getByRole("dialog").waitFor();
};
