import type { Page } from "playwright";
import type { PopulatedService } from "./populate.ts";

export type Variant = "" | "-dark" | "-phone";

/** Screenshot: its page, and the steps before it is taken. */
export interface Scene {
  readonly name: string;
  /** Path in the console. Paths of runs contain their generated IDs. */
  readonly path: string | ((runs: PopulatedService["runs"]) => string);
  readonly signsIn: boolean;
  readonly variants: readonly Variant[];
  readonly isInGuide: boolean;
  /** Server that the scene shows. */
  readonly on: "usual" | "development" | "production";
  /** Window size of the guide's picture. */
  readonly guideSize: { readonly width: number; readonly height: number } | undefined;
  prepare(page: Page): Promise<void>;
}

const everyVariant: readonly Variant[] = ["", "-dark", "-phone"];

/** Returns a scene with a signed-in user. The guide uses some of them. */
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

/** Waits for text in a dialog. */
export const dialogText = (wanted: string) => (page: Page) =>
  page.getByRole("dialog").getByText(wanted).first().waitFor();

/** Selects an entry from a row's menu. */
export const fromMenu = (row: string, entry: string) => async (page: Page) => {
  await page.getByRole("button", { name: `Actions for ${row}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
  await page.getByRole("dialog").waitFor();
};
